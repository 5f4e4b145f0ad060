x = 1
def f():
    x = 2
    def g():
        return x
    return g()
def h():
    return x
print(f(), h())
x = 5
print(h(), [f() for _ in range(2)])
def outer():
    fs = []
    for i in range(3):
        fs.append(lambda: i)
    return [g() for g in fs]
print(outer())
