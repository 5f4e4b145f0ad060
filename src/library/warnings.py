"""warnings: one line on standard error for each, the first time that it is said."""

import sys

_filters, _said, _records = [], set(), []


class WarningMessage:
    """What catch_warnings(record=True) keeps."""

    def __init__(self, message, category, filename='', lineno=0):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno


def _action(category, text):
    for action, message, kind in _filters:
        if issubclass(category, kind) and _begins_with(message, text):
            return action
    return 'default'


def _begins_with(message, text):
    if not message:
        return True
    import re
    return re.match(message, text, re.IGNORECASE) is not None


def warn(message, category=None, stacklevel=1, source=None):
    if category is None:
        category = UserWarning
    if isinstance(message, Warning):
        category = type(message)
    text = str(message)
    action, said = _action(category, text), (category.__name__, text)
    if action == 'ignore' or action != 'always' and action != 'error' and said in _said:
        return
    _said.add(said)
    made = message if isinstance(message, Warning) else category(message)
    if action == 'error':
        raise made
    if _records:
        _records[-1].append(WarningMessage(made, category))
    else:
        print(f"{category.__name__}: {text}", file=sys.stderr)


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    if module:
        return  # no module of the program has a name
    _filters.insert(len(_filters) if append else 0, (action, message, category))
    _said.clear()


def simplefilter(action, category=Warning, lineno=0, append=False):
    filterwarnings(action, "", category, "", lineno, append)


def resetwarnings():
    _filters.clear()
    _said.clear()


class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0,
                 append=False):
        self.record = record
        self.rule = (action, category, lineno, append)

    def __enter__(self):
        self.kept, self.place = list(_filters), len(_records)
        _said.clear()
        if self.rule[0] is not None:
            simplefilter(*self.rule)
        if not self.record:
            return None
        _records.append([])
        return _records[-1]

    def __exit__(self, kind, value, traceback):
        _filters[:] = self.kept
        _said.clear()
        del _records[self.place:]
        return False
