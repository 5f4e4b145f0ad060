x = (1 +
     2)   # a comment (
y = 3 + \
    4
z = [
    1,  # one

    2,
]; print(x, y, z); w = 5
print(w)
