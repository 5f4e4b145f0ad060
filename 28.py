for f in [lambda: 9223372036854775807 + 1]:
    f()
