def f(value): pass
f(valeu=1)
