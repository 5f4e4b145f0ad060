scores = 1
print(scroes)
