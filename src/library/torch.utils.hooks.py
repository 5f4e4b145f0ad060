"""torch.utils.hooks: functions that are called at certain moments, until they are taken away."""


class RemovableHandle:
    _next_id = 0

    def __init__(self, hooks_dict, hook=None, *marks):
        self.id = RemovableHandle._next_id
        RemovableHandle._next_id += 1
        self._places = (hooks_dict, *marks)
        if hook is not None:
            hooks_dict[self.id] = hook
        for mark in marks:
            mark[self.id] = True

    def remove(self):
        for place in self._places:
            place.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.remove()


def add_hook(hooks, hook, prepend=False, marks=()):
    """At the end, or before all others; `marks` are dictionaries that note its number."""
    handle = RemovableHandle(hooks, hook, *marks)
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle
