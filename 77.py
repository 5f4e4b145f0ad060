print([i * i for i in range(5) if i % 2], [(i, j) for i in range(2) for j in "ab"])
print({k: v for k, v in zip("ab", [1, 2])}, sum(i for i in range(4)), any(x > 2 for x in [1, 2, 3]))
i = 7
z = [i for i in range(3)]
print(i, z, [[r * c for c in range(3)] for r in range(2)], max(len(w) for w in ["a", "bcd"]))
def f(n): return [n + k for k in range(2)]
print(f(5), list(map(lambda x: x + 1, [1, 2])), [y := 3, y + 1])
