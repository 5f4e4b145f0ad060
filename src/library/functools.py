"""functools: functions made from functions."""


def reduce(function, iterable, *initial):
    items = list(iterable)
    if initial:
        value = initial[0]
    elif items:
        value = items.pop(0)
    else:
        assert items, "reduce() of empty iterable with no initial value"
    for item in items:
        value = function(value, item)
    return value
