"""typing: names for annotations. They mean nothing when a program runs."""

import collections


class Alias:
    def __init__(self, name, args=()):
        self.name = name
        self.__args__ = args

    def __getitem__(self, args):
        return Alias(self.name, args if isinstance(args, tuple) else (args,))

    def __call__(self, *args, **keywords):
        made = {"Counter": collections.Counter, "Deque": collections.deque,
                "DefaultDict": collections.defaultdict, "OrderedDict": collections.OrderedDict}
        if self.name in made:
            return made[self.name](*args, **keywords)
        plain = {"List", "Dict", "Tuple", "Set", "FrozenSet", "Type"}
        instead = f"; use {self.name.lower()}() instead" if self.name in plain else ""
        raise TypeError(f"Type {self.name} cannot be instantiated{instead}")

    def __or__(self, other):
        return Alias("Union", (self, other))

    def __ror__(self, other):
        return Alias("Union", (other, self))

    def __repr__(self):
        if not self.__args__:
            return "typing." + self.name
        args = [arg.__name__ if isinstance(arg, type) else repr(arg) for arg in self.__args__]
        return f"typing.{self.name}[{', '.join(args)}]"


Any = Alias("Any")
Union = Alias("Union")
Optional = Alias("Optional")
List = Alias("List")
Tuple = Alias("Tuple")
Dict = Alias("Dict")
Set = Alias("Set")
FrozenSet = Alias("FrozenSet")
Type = Alias("Type")
Callable = Alias("Callable")
Iterable = Alias("Iterable")
Iterator = Alias("Iterator")
Generator = Alias("Generator")
Sequence = Alias("Sequence")
MutableSequence = Alias("MutableSequence")
Mapping = Alias("Mapping")
MutableMapping = Alias("MutableMapping")
Collection = Alias("Collection")
Container = Alias("Container")
Hashable = Alias("Hashable")
Sized = Alias("Sized")
DefaultDict = Alias("DefaultDict")
OrderedDict = Alias("OrderedDict")
Counter = Alias("Counter")
Deque = Alias("Deque")
Literal = Alias("Literal")
Final = Alias("Final")
ClassVar = Alias("ClassVar")
Annotated = Alias("Annotated")
Self = Alias("Self")
NoReturn = Alias("NoReturn")
Never = Alias("Never")
TypeAlias = Alias("TypeAlias")
Concatenate = Alias("Concatenate")
Required = Alias("Required")
NotRequired = Alias("NotRequired")
SupportsFloat = Alias("SupportsFloat")
SupportsInt = Alias("SupportsInt")
Text = str
AnyStr = Alias("AnyStr")
TYPE_CHECKING = False


class TypeVar:
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self.__name__ = name

    def __repr__(self):
        return "~" + self.__name__

    def __or__(self, other):
        return Alias("Union", (self, other))


ParamSpec = TypeVar


def NewType(name, tp):
    return lambda value: value


class Generic:
    def __class_getitem__(cls, args):
        return cls


class Protocol:
    def __class_getitem__(cls, args):
        return cls


def cast(typ, val):
    return val


def overload(func):
    return func


def final(f):
    return f


def no_type_check(arg):
    return arg


def runtime_checkable(cls):
    return cls


def get_type_hints(obj):
    return dict(obj.__annotations__)


class NamedTuple(tuple):
    def __new__(cls, typename, fields=(), **keywords):
        return collections.namedtuple(typename, [name for name, kind in fields] + list(keywords))

    def __init_subclass__(cls, **keywords):
        fields = tuple(cls.__annotations__)
        given = {name: cls.__dict__[name] for name in fields if name in cls.__dict__}
        members = collections.tuple_members(cls.__name__, fields, given)
        for name, value in members.items():
            if name in fields or name not in cls.__dict__:
                setattr(cls, name, value)


def TypedDict(typename, fields=(), **keywords):
    return dict
