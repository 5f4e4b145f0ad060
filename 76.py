def f(a, b=2, *rest, c, d=4, **more):
    """What it does."""
    return a, b, rest, c, d, more
print(f(1, c=3), f(1, 9, 8, 7, c=3, d=5, e=6))
def g(): pass
print(g())
def fact(n: int) -> int:
    return 1 if n <= 1 else n * fact(n - 1)
print(fact(10))
def counter():
    n = 0
    def step(by=1):
        nonlocal n
        n += by
        return n
    return step
s = counter()
s(); s(5)
print(s())
total = 0
def add(x):
    global total
    total += x
add(3); add(4)
print(total, (lambda x, y=2: x * y)(4), f(*[1, 2], **{"c": 3}))
def only(a, /, b, *, c): return a + b + c
print(only(1, b=2, c=3), f.__name__)
def early(x):
    for i in x:
        while True:
            return i
print(early([7, 8]))
