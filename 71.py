print(1 < 2 < 3, 1 < 3 < 2, 1 == 1.0, True == 1, "a" < "b", [1, 2] < [1, 3], (1, 2) == (1, 2))
print(1 and 2, 0 and 2, 0 or 3, None or [] or "x", not 0, not [1], 1 if 0 else 2)
print(2 in [1, 2], 3 not in (1, 2), "a" in "cat", None is None, 1 is not None, "" == [])
print(9007199254740993 == 9007199254740992.0, 9007199254740993 > 9007199254740992.0)
