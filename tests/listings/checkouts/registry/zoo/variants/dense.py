from ..core import variant


@variant
def dense(q, k, v, temperature=1.0):
    return (q @ k.mT / temperature).softmax(-1) @ v
