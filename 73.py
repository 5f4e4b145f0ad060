a = [1, 2, 3, 4, 5]
print(a[0], a[-1], a[1:3], a[::2], a[::-1], a[10:], a[-2:], a[3:1], len(a), a[4:0:-2])
a[0] = 9
a.append(6)
a.extend([7, 8])
a.insert(1, "x")
print(a, a.pop(), a.pop(0), a, a.index(3), a.count(2))
a += [1]
b = a
b.remove("x")
a.reverse()
print(a, b is a, a + [0] * 3, (1, 2) + (3,), 2 * ("a",), [[0] * 2] * 2)
del a[0]
print(a, sorted([3, 1, 2], reverse=True), sorted("hello"), sorted([-3, 2, 1], key=abs))
c = [3, 1, 2]
c.sort()
print(c, c.copy() == c, c.clear(), c)
