@cached
def f(): pass
