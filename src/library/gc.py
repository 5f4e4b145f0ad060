"""gc: qkv gives memory back by itself."""


def collect(generation=2):
    return 0


def enable():
    pass


def disable():
    pass
