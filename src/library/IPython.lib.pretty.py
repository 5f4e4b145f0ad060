"""IPython.lib.pretty: how a notebook writes the value of a cell, in lines of at most 79 characters.

A group (a tuple, a dict ...) that does not fit is broken at each of its commas, the outermost group
first. What is written since the last line's end waits in a buffer until it is known which commas
before it end a line.
"""

import inspect
import types
from collections import Counter, OrderedDict, defaultdict, deque

MAX_SEQ_LENGTH = 1000


class Group:
    def __init__(self, depth):
        self.depth = depth
        self.waiting = 0  # breaks in the buffer
        self.is_broken = False


class RepresentationPrinter:
    def __init__(self, max_width=79, max_seq_length=MAX_SEQ_LENGTH):
        self.max_width = max_width
        self.max_seq_length = max_seq_length
        self.written = []
        self.column = 0
        self.buffer = deque()  # of (text, indentation, group); group None: no break
        self.buffered = 0
        self.indentation = 0
        self.groups = [Group(0)]
        self.levels = [[self.groups[0]]]  # groups that may still be broken, by depth
        self.around = []

    # ---- text, breaks and groups

    def text(self, text):
        if self.buffer:
            self.buffer.append((text, 0, None))
            self.buffered += len(text)
            self._fit()
        else:
            self.written.append(text)
            self.column += len(text)

    def breakable(self, sep=" "):
        group = self.groups[-1]
        if group.is_broken:
            self._flush()
            self._new_line(self.indentation)
        else:
            group.waiting += 1
            self.buffer.append((sep, self.indentation, group))
            self.buffered += len(sep)
            self._fit()

    def break_(self):
        group = self._outermost()
        if group:
            self._break(group)
        self._flush()
        self._new_line(self.indentation)

    def begin_group(self, indent=0, open=""):
        if open:
            self.text(open)
        group = Group(len(self.groups))
        self.groups.append(group)
        if group.depth == len(self.levels):
            self.levels.append([])
        self.levels[group.depth].append(group)
        self.indentation += indent

    def end_group(self, dedent=0, close=""):
        self.indentation -= dedent
        group = self.groups.pop()
        if not group.waiting:
            self._settle(group)
        if close:
            self.text(close)

    def _new_line(self, indentation):
        self.written.append("\n" + " " * indentation)
        self.column = indentation

    def _write_first(self):
        text, indentation, group = self.buffer.popleft()
        self.buffered -= len(text)
        if group is not None:
            group.waiting -= 1
            if group.is_broken:
                self._new_line(indentation)
                return
            if not group.waiting:
                self._settle(group)
        self.written.append(text)
        self.column += len(text)

    def _flush(self):
        while self.buffer:
            self._write_first()

    def _settle(self, group):
        level = self.levels[group.depth]
        if group in level:
            level.remove(group)

    # Which of several groups of one depth is taken out is IPython's choice, and seen in its output.
    def _outermost(self):
        for level in self.levels:
            for i, group in enumerate(reversed(level)):
                if group.waiting:
                    del level[i]
                    group.is_broken = True
                    return group
            for group in level:
                group.is_broken = True
            level.clear()
        return None

    def _break(self, group):
        while group.waiting:
            self._write_first()
        while self.buffer and self.buffer[0][2] is None:
            self._write_first()

    def _fit(self):
        while self.column + self.buffered > self.max_width:
            group = self._outermost()
            if not group:
                return
            self._break(group)

    # ---- values

    def pretty(self, value):
        is_within_itself = any([value is outer for outer in self.around])
        self.around.append(value)
        self.begin_group()
        writer_of(type(value))(value, self, is_within_itself)
        self.end_group()
        self.around.pop()

    def first_items(self, items):
        for i, item in enumerate(items):
            if i:
                self.text(",")
                self.breakable()
            if i == self.max_seq_length:
                self.text("...")
                return
            yield item

    def items(self, open, items, close):
        self.begin_group(len(open), open)
        for item in self.first_items(items):
            self.pretty(item)
        self.end_group(len(open), close)

    # The name of a class with what would make the value: "deque([1, 2], maxlen=3)".
    def call(self, name, arguments, keywords={}):
        self.begin_group()
        self.begin_group(len(name) + 1, name + "(")
        for i, argument in enumerate([*arguments, *keywords.items()]):
            if i:
                self.text(",")
                self.breakable()
            if i < len(arguments):
                self.pretty(argument)
            else:
                key, value = argument
                self.begin_group(len(key) + 1, key + "=")
                self.pretty(value)
                self.end_group(len(key) + 1)
        self.end_group(len(name) + 1, ")")
        self.end_group()


# ---- kinds of values

def write_repr(value, p, is_within_itself):
    p.begin_group()
    for i, line in enumerate(repr(value).splitlines()):
        if i:
            p.break_()
        p.text(line)
    p.end_group()


def sequence_writer(open, close):
    def write(value, p, is_within_itself):
        if is_within_itself:
            p.text(open + "..." + close)
        elif isinstance(value, tuple) and hasattr(value, "values"):  # torch.return_types
            write_repr(value, p, is_within_itself)
        else:
            is_single = len(value) == 1 and isinstance(value, tuple)
            p.items(open, value, "," + close if is_single else close)
    return write


def in_order(items):
    for key in None, str:
        try:
            return sorted(items, key=key)
        except Exception:
            pass
    return items


def set_writer(open, close):
    def write(value, p, is_within_itself):
        if is_within_itself:
            p.text(open + "..." + close)
        elif not value:
            p.text(type(value).__name__ + "()")
        else:
            p.items(open, in_order(value) if len(value) < p.max_seq_length else value, close)
    return write


def write_dict(value, p, is_within_itself):
    if is_within_itself:
        p.text("{...}")
        return
    p.begin_group(1, "{")
    for key in p.first_items(value.keys()):
        p.pretty(key)
        p.text(": ")
        p.pretty(value[key])
    p.end_group(1, "}")


def call_writer(arguments, keywords=lambda value: {}):
    def write(value, p, is_within_itself):
        if is_within_itself:
            p.text(type(value).__name__ + "(...)")
        else:
            p.call(type(value).__name__, arguments(value), keywords(value))
    return write


def full_name(named):
    name = getattr(named, "__qualname__", named.__name__)
    module = getattr(named, "__module__", None)
    return name if module in (None, "builtins") else module + "." + name


def write_type(value, p, is_within_itself):
    if "__repr__" in vars(type(value)):
        write_repr(value, p, is_within_itself)
    else:
        p.text(full_name(value))


def write_function(value, p, is_within_itself):
    try:
        signature = str(inspect.signature(value))
    except (TypeError, ValueError, NotImplementedError):
        signature = ""
    p.text("<function " + full_name(value) + signature + ">")


def write_exception(value, p, is_within_itself):
    p.call(full_name(type(value)), value.args)


def write_object(value, p, is_within_itself):
    p.begin_group(1, "<")
    p.pretty(type(value))
    p.text(" at " + hex(id(value)))
    p.end_group(1, ">")


WRITERS = {
    tuple: sequence_writer("(", ")"),
    list: sequence_writer("[", "]"),
    dict: write_dict,
    set: set_writer("{", "}"),
    frozenset: set_writer("frozenset({", "})"),
    type: write_type,
    types.FunctionType: write_function,
    types.BuiltinFunctionType: write_function,
    BaseException: write_exception,
    types.SimpleNamespace: lambda value, p, is_within_itself: p.call("namespace", [], vars(value)),
    defaultdict: call_writer(lambda value: [value.default_factory, dict(value)]),
    OrderedDict: call_writer(lambda value: [list(value.items())] if value else []),
    Counter: call_writer(lambda value: [dict(value)] if value else []),
    deque: call_writer(lambda value: [list(value)],
                       lambda value: {} if value.maxlen is None else {"maxlen": value.maxlen}),
}


# What is a class of its own in C says whose repr it has; a class in Python has it in its names.
def has_own_repr(kind):
    return "__repr__" in vars(kind) or f" of '{full_name(kind)}' " in str(kind.__repr__)


def find_writer(kind):
    for each in kind.__mro__:
        if each is object:
            break
        if each in WRITERS:
            return WRITERS[each]
        if "_repr_pretty_" in vars(each):
            return each._repr_pretty_
        if has_own_repr(each):
            return write_repr
    return write_object if "'object'" in str(kind.__repr__) else write_repr


def writer_of(kind):
    if kind not in FOUND:
        FOUND[kind] = find_writer(kind)
    return FOUND[kind]


FOUND = {}


def pretty(value, verbose=False, max_width=79, newline="\n", max_seq_length=MAX_SEQ_LENGTH):
    p = RepresentationPrinter(max_width, max_seq_length)
    p.pretty(value)
    p._flush()
    return "".join(p.written).replace("\n", newline)


def pprint(value, verbose=False, max_width=79, newline="\n", max_seq_length=MAX_SEQ_LENGTH):
    print(pretty(value, verbose, max_width, newline, max_seq_length))
