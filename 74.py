a, b = 1, 2
a, b = b, a
print(a, b)
(c, [d, e]), f = (1, [2, 3]), 4
print(c, d, e, f)
first, *rest = range(5)
*start, last = "abc"
x, *y, z = [1, 2]
print(first, rest, start, last, x, y, z)
m = n = [0]
m.append(1)
print(n)
for i, (j, k) in enumerate([(1, 2), (3, 4)]):
    print(i, j, k)
print([*range(3), 9], (*"ab", 1))
