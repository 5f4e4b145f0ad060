"""contextlib: context managers made from generators, and some that are always of use."""

import functools


class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        return None


class ContextDecorator:
    """A context manager that may decorate a function, which then runs inside it."""

    def _recreate_cm(self):
        return self

    def __call__(self, function):
        @functools.wraps(function)
        def inner(*args, **kwargs):
            with self._recreate_cm():
                return function(*args, **kwargs)

        return inner


class _GeneratorContextManager(ContextDecorator):
    def __init__(self, function, args, kwargs):
        self.gen = function(*args, **kwargs)
        self.function, self.arguments, self.keywords = function, args, kwargs

    def _recreate_cm(self):
        return type(self)(self.function, self.arguments, self.keywords)

    def __enter__(self):
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, exc_type, exc_value, traceback):
        if exc_type is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        try:
            self.gen.throw(exc_value)
        except StopIteration as stop:
            return stop is not exc_value
        except RuntimeError as error:
            if error is exc_value:
                return False
            if isinstance(exc_value, StopIteration) and error.__cause__ is exc_value:
                return False
            raise
        except BaseException as error:
            if error is not exc_value:
                raise
            return False
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(function):
    @functools.wraps(function)
    def helper(*args, **kwargs):
        return _GeneratorContextManager(function, args, kwargs)

    return helper


class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, exc_type, exc_value, traceback):
        return exc_type is not None and issubclass(exc_type, self._exceptions)


class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *details):
        self.thing.close()


class ExitStack(AbstractContextManager):
    def __init__(self):
        self._exits = []

    def push(self, leave):
        self._exits.append(getattr(leave, "__exit__", leave))
        return leave

    def enter_context(self, context):
        result = context.__enter__()
        self._exits.append(context.__exit__)
        return result

    def callback(self, function, /, *args, **kwargs):
        self._exits.append(lambda *details: function(*args, **kwargs) and False)
        return function

    def pop_all(self):
        other = type(self)()
        other._exits, self._exits = self._exits, []
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __exit__(self, *details):
        pending, dealt = details[1], False
        while self._exits:
            try:
                leave = self._exits.pop()
                if leave(None if pending is None else type(pending), pending, None):
                    pending, dealt = None, True
            except BaseException as error:
                pending = error
        if pending is not None and pending is not details[1]:
            raise pending
        return dealt and details[1] is not None
