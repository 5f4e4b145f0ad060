VARIANTS = {}


def variant(fn):
    VARIANTS[fn.__name__] = fn
    return fn


def create(name, **options):
    return lambda *tensors: VARIANTS[name](*tensors, **options)
