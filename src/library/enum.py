"""enum: classes with a fixed set of members."""


class auto:
    pass


class EnumMeta(type):
    def __new__(meta, name, bases, members, **keywords):
        plain = {}
        wanted = {}
        for key, value in members.items():
            hidden = key.startswith("_") or callable(value) or isinstance(
                value, (property, classmethod, staticmethod))
            if hidden and not isinstance(value, auto):
                plain[key] = value
            else:
                wanted[key] = value
        cls = super().__new__(meta, name, bases, plain, **keywords)
        cls._member_map_ = {}
        add_members(cls, wanted)
        return cls

    def __call__(cls, value):
        for member in cls._member_map_.values():
            if member.value == value or member is value:
                return member
        raise ValueError(f"{value!r} is not a valid {cls.__name__}")

    def __iter__(cls):
        return iter(members_of(cls))

    def __len__(cls):
        return len(members_of(cls))

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __contains__(cls, member):
        return member in members_of(cls)

    def __repr__(cls):
        return f"<enum {cls.__name__!r}>"


def members_of(cls):
    found = []
    for member in cls._member_map_.values():
        if not any(member is other for other in found):
            found.append(member)
    return found


def add_members(cls, wanted):
    last = 0
    for name, value in wanted.items():
        if isinstance(value, auto):
            if issubclass(cls, str):
                value = name.lower()
            elif issubclass(cls, Flag):
                value = 1 if not last else last * 2
            else:
                value = last + 1
        if isinstance(value, int):
            last = value
        known = [member for member in cls._member_map_.values() if member.value == value]
        cls._member_map_[name] = known[0] if known else make_member(cls, name, value)
        setattr(cls, name, cls._member_map_[name])


def make_member(cls, name, value):
    member = str.__new__(cls, value) if issubclass(cls, str) else object.__new__(cls)
    member._name_ = name
    member._value_ = value
    return member


class Enum(metaclass=EnumMeta):
    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __hash__(self):
        return hash(self._value_ if isinstance(self, str) else self._name_)

    def __eq__(self, other):
        if isinstance(self, str):
            return self._value_ == number_in(other)
        return self is other


class Ordered(Enum):
    def __eq__(self, other):
        return self._value_ == number_in(other)

    def __hash__(self):
        return hash(self._value_)

    def __lt__(self, other):
        return self._value_ < number_in(other)

    def __le__(self, other):
        return self._value_ <= number_in(other)

    def __gt__(self, other):
        return self._value_ > number_in(other)

    def __ge__(self, other):
        return self._value_ >= number_in(other)

    def __int__(self):
        return self._value_

    def __index__(self):
        return self._value_

    def __add__(self, other):
        return self._value_ + number_in(other)

    def __radd__(self, other):
        return other + self._value_

    def __sub__(self, other):
        return self._value_ - number_in(other)

    def __mul__(self, other):
        return self._value_ * number_in(other)

    def __rmul__(self, other):
        return other * self._value_


def number_in(value):
    return value._value_ if isinstance(value, Enum) else value


class IntEnum(Ordered):
    def __str__(self):
        return str(self._value_)


class StrEnum(str, Enum):
    def __str__(self):
        return self._value_

    def __eq__(self, other):
        return self._value_ == number_in(other)

    def __hash__(self):
        return hash(self._value_)


class Flag(Enum):
    pass


IntFlag = Flag


def unique(enumeration):
    return enumeration
