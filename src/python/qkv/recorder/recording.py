"""What was computed: values, operations and calls, before they are text.

A `Call` is one call of a module, of an optimizer or of a hook, or the program itself; it has operations
in order, and an operation may be a call. A value has a home, the call in which it was made. Where another
call needs it, `Call.need` has it handed through those between, as a parameter or as a result.
"""


class Value:
    """A tensor, or a list of tensors that one operation gives."""

    __slots__ = ("home", "name", "is_named", "key", "path", "root", "requires_grad", "version",
                 "tensor", "shape", "kept", "is_integer")

    def __init__(self, home, name=None, is_named=False):
        self.home, self.name, self.is_named = home, name, is_named
        self.key = None    # in the file, where it is given
        self.path = None   # of a parameter, buffer or other attribute, from the root
        self.root = None
        self.requires_grad = False
        self.version = None  # of a given one, as it was seen last
        self.tensor = None   # numbers to be written
        self.shape = ()
        self.kept = None     # what was computed, to be compared
        self.is_integer = False

    @property
    def is_attribute(self):
        return self.path is not None


class Use:
    """A value in an expression; `tight` where an operand needs brackets."""

    __slots__ = ("value", "tight")

    def __init__(self, value, tight=False):
        self.value, self.tight = value, tight


class Operation:
    """`outs = expression`, or a statement that writes in place."""

    __slots__ = ("pieces", "is_atom", "outs", "is_statement", "place", "note", "state", "call",
                 "is_unknown", "is_by_chance", "out_names", "is_idle")

    def __init__(self, pieces, outs, place, is_atom=True, is_statement=False, note=None, state=None):
        self.pieces, self.outs, self.place = pieces, outs, place
        self.is_atom, self.is_statement, self.note, self.state = is_atom, is_statement, note, state
        self.call = None
        self.is_unknown = self.is_by_chance = False
        self.out_names = None
        self.is_idle = False  # it need not be there where nothing uses it

    def uses(self):
        if self.call:
            return [value for value, _ in self.call.parameters]
        return [piece.value for piece in self.pieces if isinstance(piece, Use)]


class Call:
    """A call, with what was computed in it."""

    def __init__(self, caller=None, module=None, root=None, path=None, name=None, is_open=False):
        self.caller, self.module, self.root, self.path, self.name = caller, module, root, path, name
        self.is_open = is_open      # it uses variables of the program as they are
        self.is_recorded = False
        self.operations = []
        self.parameters = []  # (value, name)
        self.results = []
        self.available = set()
        self.argument_names = {}  # value -> name
        self.result_names = {}    # value -> name, of several: what the statement of the caller calls them
        self.place = None
        self.number = 1     # of the calls of its module
        self.state = None   # gradients, autocast when it began
        self.last = None    # frame, statement and instruction of the last operation

    def is_in(self, other):
        call = self
        while call is not None and call is not other:
            call = call.caller
        return call is other

    def need(self, value):
        """Makes a value available here."""
        if value.is_attribute or value.home is self or value in self.available:
            return
        self.available.add(value)
        if value.home.is_in(self):
            inner = value.home
            while inner.caller is not self:
                inner = inner.caller
            inner.give(value)
        elif self.is_open:
            self.caller.need(value)
        else:
            self.parameters.append((value, self.argument_names.get(value)))
            self.caller.need(value)

    def give(self, value):
        """Has it among its results."""
        if value not in self.results:
            self.need(value)
            self.results.append(value)
