z = zip([1], [2])
print(list(z), list(z))
print(z)
