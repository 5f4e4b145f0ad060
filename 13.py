x = 3
for f in [lambda: x[0]]:
    f()
