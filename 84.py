assert 1 + 1 == 2, "never shown"
assert [0]
print("ok")
