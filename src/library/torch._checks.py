"""What torch checks for a program, and the errors where it does not hold."""


def _check_with(error_type, cond, message=None):
    if not isinstance(cond, bool):
        raise TypeError(f'cond must be a bool, but got {type(cond)}')
    if cond:
        return
    if message is None:
        raise error_type('Expected cond to be True, but got False. (Could this error message be '
                         'improved? If so, please report an enhancement request to PyTorch.)')
    if not callable(message):
        raise TypeError('message must be a callable')
    raise error_type(str(message()))


def _check(cond, message=None):
    _check_with(RuntimeError, cond, message)


def _check_is_size(i, message=None):
    _check(i >= 0, message)


def _check_index(cond, message=None):
    _check_with(IndexError, cond, message)


def _check_value(cond, message=None):
    _check_with(ValueError, cond, message)


def _check_type(cond, message=None):
    _check_with(TypeError, cond, message)


def _check_not_implemented(cond, message=None):
    _check_with(NotImplementedError, cond, message)


def _assert(condition, message):
    assert condition, message
