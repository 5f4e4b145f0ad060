d = {"a": 1, "b": 2}
d["c"] = 3
d["a"] += 10
print(d, d["a"], "b" in d, len(d), d.get("z"), d.get("z", 0), list(d), list(d.keys()), list(d.values()))
for k, v in d.items(): print(k, v, end=" ")
del d["b"]
print(d, d.pop("c"), d == {"a": 11}, {1: "x", 1.0: "y", True: "z"}, {(1, 2): 3}[(1, 2)], {})
big = {i: i * i for i in range(100)}
for i in range(0, 100, 2): del big[i]
print(len(big), big[51], 50 in big, sum(big.values()))
