def line(name, value):
    print(f"{name:10s} {value:.5f}")
