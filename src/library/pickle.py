"""pickle: accepted as an import. torch.load reads what torch.save wrote."""


class PickleError(Exception):
    pass


class UnpicklingError(PickleError):
    pass


def __getattr__(name):
    raise NotImplementedError(f"pickle.{name} reaches files, which qkv does not")
