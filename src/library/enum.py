"""enum: classes whose instances are fixed and have names."""


class auto:
    pass


class nonmember:
    def __init__(self, value):
        self.value = value


def _is_member(name, value):
    special = name.startswith("__") and name.endswith("__")
    private = name.startswith("_")
    if special or private or isinstance(value, (property, staticmethod, classmethod, nonmember)):
        return False
    return not callable(value) and not hasattr(type(value), "__get__")


def _next_value(cls, name, count, values):
    generate = getattr(cls, "_generate_next_value_", None)
    if generate is not None:
        return generate(name, 1, count, values)
    return max(values, default=0) + 1


def _defines(cls, name):
    above = cls.__mro__[:cls.__mro__.index(Enum)]
    return any(base.__dict__.get(name) is not None for base in above)


def _new_member(cls, value, makes):
    args = value if isinstance(value, tuple) else (value,)
    if makes:
        member = cls.__new__(cls, *args)
    else:
        base = next(base for base in (str, int, float, object) if issubclass(cls, base))
        member = object.__new__(cls) if base is object else base.__new__(cls, *args)
    if "_value_" not in member.__dict__:
        object.__setattr__(member, "_value_", value)
    return member


def _find_member(cls, value):
    try:
        return cls._value2member_map_.get(value)
    except TypeError:  # a value that cannot be hashed
        for known in cls._member_map_.values():
            if known._value_ == value:
                return known


def _add_member(cls, name, value, makes, inits):
    known = _find_member(cls, value)
    if known is not None:
        cls._member_map_[name] = known
        type.__setattr__(cls, name, known)
        return
    member = _new_member(cls, value, makes)
    object.__setattr__(member, "_name_", name)
    if inits:
        cls.__init__(member, *(value if isinstance(value, tuple) else (value,)))
    cls._member_map_[name] = member
    cls._member_names_.append(name)
    try:
        cls._value2member_map_.setdefault(member._value_, member)
    except TypeError:
        pass
    type.__setattr__(cls, name, member)


class EnumType(type):
    def __new__(metacls, cls, bases, namespace, /, **keywords):
        for base in bases:
            if getattr(base, "_member_map_", None):
                raise TypeError(f"<enum {cls!r}> cannot extend {base!r}")
        members = {name: value for name, value in namespace.items() if _is_member(name, value)}
        rest = {name: value.value if isinstance(value, nonmember) else value
                for name, value in namespace.items() if name not in members}
        made = super().__new__(metacls, cls, bases, rest, **keywords)
        type.__setattr__(made, "_member_map_", {})
        type.__setattr__(made, "_member_names_", [])
        type.__setattr__(made, "_value2member_map_", {})
        if bases and any(isinstance(base, EnumType) for base in bases):
            for name in ("__repr__", "__str__", "__format__"):
                if name not in namespace:
                    type.__setattr__(made, name, getattr(bases[-1], name))
        values = []
        makes = bool(members) and _defines(made, "__new__")
        inits = bool(members) and _defines(made, "__init__")
        for name, value in members.items():
            if isinstance(value, auto):
                value = _next_value(made, name, len(values), list(values))
            values.append(value)
            _add_member(made, name, value, makes, inits)
        return made

    def __call__(cls, value, names=None):
        if names is not None:
            if isinstance(names, str):
                names = names.replace(",", " ").split()
            pairs = names.items() if isinstance(names, dict) else (
                (name, count + 1) if isinstance(name, str) else name
                for count, name in enumerate(names))
            return EnumType(value, (cls,), dict(pairs))
        if type(value) is cls:
            return value
        member = _find_member(cls, value)
        if member is not None:
            return member
        missing = cls._missing_(value)
        if isinstance(missing, cls):
            return missing
        raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")

    def __iter__(cls):
        return iter([cls._member_map_[name] for name in cls._member_names_])

    def __reversed__(cls):
        return iter([cls._member_map_[name] for name in reversed(cls._member_names_)])

    def __len__(cls):
        return len(cls._member_names_)

    def __bool__(cls):
        return True

    def __contains__(cls, member):
        return isinstance(member, cls)

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __repr__(cls):
        return f"<enum {cls.__name__!r}>"

    @property
    def __members__(cls):
        return dict(cls._member_map_)


EnumMeta = EnumType


class Enum(metaclass=EnumType):
    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)


class IntEnum(int, Enum):
    __str__ = int.__repr__
    __format__ = int.__format__


class StrEnum(str, Enum):
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    def __str__(self):
        return self._value_

    def __format__(self, format_spec):
        return str.__format__(self._value_, format_spec)


def unique(enumeration):
    aliases = [f"{alias} -> {member.name}" for alias, member in enumeration._member_map_.items()
               if alias != member.name]
    if aliases:
        raise ValueError(f"duplicate values found in {enumeration!r}: {', '.join(aliases)}")
    return enumeration
