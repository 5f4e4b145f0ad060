"""torch.version: whose numbers these are."""
cuda = None
hip = None
debug = False
git_version = 'Unknown'


def _numbers(version):
    """2, 10, 1 of '2.10.1+cpu', and of (2, 10, 1)."""
    parts = version.split('+')[0].split('.') if isinstance(version, str) else list(version)
    numbers = [int(part) for part in parts if str(part).isdigit()]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers


class TorchVersion(str):
    """A text that is compared as a version is: '2.10' is later than '2.6'."""

    def __lt__(self, other):
        return _numbers(self) < _numbers(other)

    def __le__(self, other):
        return _numbers(self) <= _numbers(other)

    def __gt__(self, other):
        return _numbers(self) > _numbers(other)

    def __ge__(self, other):
        return _numbers(self) >= _numbers(other)

    def __eq__(self, other):
        return _numbers(self) == _numbers(other)

    def __ne__(self, other):
        return _numbers(self) != _numbers(other)

    def __hash__(self):
        return hash(str(self))


__version__ = TorchVersion('2.6.0')
