"""dataclasses: classes that are made from the names that they annotate."""


class FrozenInstanceError(AttributeError):
    pass


class _Missing:
    def __repr__(self):
        return "<dataclasses._MISSING_TYPE object>"


MISSING = _Missing()


class KW_ONLY:
    pass


class InitVar:
    def __init__(self, type):
        self.type = type

    def __class_getitem__(cls, type):
        return cls(type)


class Field:
    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = self.type = None  # known once the class is
        self.default, self.default_factory = default, default_factory
        self.init, self.kw_only, self.is_init_only = init, kw_only, False
        self.repr, self.hash, self.compare = repr, hash, compare
        self.metadata = metadata or {}

    def has_default(self):
        return self.default is not MISSING or self.default_factory is not MISSING

    def make_default(self):
        return self.default if self.default_factory is MISSING else self.default_factory()


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None,
          compare=True, metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _is_class_variable(annotation):
    if isinstance(annotation, str):
        return annotation.startswith("ClassVar") or annotation.startswith("typing.ClassVar")
    return getattr(annotation, "name", None) == "ClassVar"


def _is_init_only(annotation):
    if isinstance(annotation, str):
        return annotation.startswith("InitVar") or annotation.startswith("dataclasses.InitVar")
    return annotation is InitVar or isinstance(annotation, InitVar)


def _is_keyword_mark(annotation):
    return annotation is KW_ONLY or annotation in ("KW_ONLY", "dataclasses.KW_ONLY")


def _field_of(cls, name, annotation, kw_only):
    default = cls.__dict__.get(name, MISSING)
    made = default if isinstance(default, Field) else field(default=default)
    made.name = name
    made.type = annotation
    made.is_init_only = _is_init_only(annotation)
    if made.kw_only is MISSING:
        made.kw_only = kw_only
    if type(made.default).__hash__ is None:
        raise ValueError(f"mutable default {type(made.default)} for field {name} is not allowed: "
                         "use default_factory")
    if isinstance(default, Field):
        if made.default is MISSING:
            delattr(cls, name)
        else:
            setattr(cls, name, made.default)
    return made


def _collect_fields(cls, kw_only):
    found = {}
    for base in reversed(cls.__mro__[1:]):
        for made in getattr(base, "__dataclass_fields__", {}).values():
            found[made.name] = made
    annotations = cls.__dict__.get("__annotations__", {})
    for name, annotation in annotations.items():
        if _is_keyword_mark(annotation):
            kw_only = True
        elif not _is_class_variable(annotation):
            found[name] = _field_of(cls, name, annotation, kw_only)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f"{name!r} is a field but has no type annotation")
    return found


def _check_order(positional):
    default = None
    for made in positional:
        if made.has_default():
            default = made.name
        elif default:
            raise TypeError(f"non-default argument {made.name!r} follows default argument {default!r}")


def _listed(names):
    quoted = [repr(name) for name in names]
    if len(quoted) < 3:
        return " and ".join(quoted)
    return ", ".join(quoted[:-1]) + ", and " + quoted[-1]


def _count_error(function, positional, given):
    most = len(positional) + 1
    least = len([made for made in positional if not made.has_default()]) + 1
    takes = str(most) if least == most else f"from {least} to {most}"
    plural = "" if takes == "1" else "s"
    return TypeError(f"{function} takes {takes} positional argument{plural} but {given} "
                     f"{'was' if given == 1 else 'were'} given")


def _missing_error(function, missing, kind):
    plural = "" if len(missing) == 1 else "s"
    return TypeError(f"{function} missing {len(missing)} required {kind} argument{plural}: "
                     f"{_listed(missing)}")


def _bind(function, positional, keyword_only, args, keywords):
    if len(args) > len(positional):
        raise _count_error(function, positional, len(args) + 1)
    values = {made.name: value for made, value in zip(positional, args)}
    takes = {made.name for made in positional + keyword_only}
    for name, value in keywords.items():
        if name not in takes:
            raise TypeError(f"{function} got an unexpected keyword argument {name!r}")
        if name in values:
            raise TypeError(f"{function} got multiple values for argument {name!r}")
        values[name] = value
    for fields_of_kind, kind in ((positional, "positional"), (keyword_only, "keyword-only")):
        missing = [made.name for made in fields_of_kind
                   if made.name not in values and not made.has_default()]
        if missing:
            raise _missing_error(function, missing, kind)
    return values


def _make_init(cls, fields_of_class):
    taken = [made for made in fields_of_class if made.init]
    positional = [made for made in taken if not made.kw_only]
    keyword_only = [made for made in taken if made.kw_only]
    _check_order(positional)
    function = cls.__qualname__ + ".__init__()"
    set_plainly = object.__setattr__

    def __init__(self, /, *args, **keywords):
        values = _bind(function, positional, keyword_only, args, keywords)
        only_for_init = []
        for made in fields_of_class:
            if made.init and made.name in values:
                value = values[made.name]
            elif made.has_default():
                value = made.make_default()
            else:
                continue
            if made.is_init_only:
                only_for_init.append(value)
            else:
                set_plainly(self, made.name, value)
        if hasattr(self, "__post_init__"):
            self.__post_init__(*only_for_init)

    return __init__


def _make_repr(shown):
    def __repr__(self):
        parts = [f"{made.name}={getattr(self, made.name)!r}" for made in shown]
        return f"{self.__class__.__qualname__}({', '.join(parts)})"

    return __repr__


def _values_of(self, compared):
    return tuple([getattr(self, made.name) for made in compared])


def _make_eq(compared):
    def __eq__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return _values_of(self, compared) == _values_of(other, compared)

    return __eq__


def _make_orders(compared):
    def __lt__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return _values_of(self, compared) < _values_of(other, compared)

    def __le__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return _values_of(self, compared) <= _values_of(other, compared)

    def __gt__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return _values_of(self, compared) > _values_of(other, compared)

    def __ge__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return _values_of(self, compared) >= _values_of(other, compared)

    return [__lt__, __le__, __gt__, __ge__]


def _freeze(cls):
    def __setattr__(self, name, value):
        if type(self) is cls or name in cls.__dataclass_fields__:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in cls.__dataclass_fields__:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    cls.__setattr__ = __setattr__
    cls.__delattr__ = __delattr__


def _set_new(cls, name, function):
    function.__qualname__ = f"{cls.__qualname__}.{name}"
    if name not in cls.__dict__:
        setattr(cls, name, function)


def _set_hash(cls, hashed, eq, frozen, unsafe_hash, has_hash):
    def __hash__(self):
        return hash(_values_of(self, hashed))

    if unsafe_hash or (eq and frozen and not has_hash):
        cls.__hash__ = __hash__
    elif eq and not has_hash:
        cls.__hash__ = None


def _check_frozen(cls, frozen):
    for base in cls.__mro__[1:]:
        if "__dataclass_fields__" not in base.__dict__:
            continue
        if frozen and not base.__dataclass_frozen__:
            raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
        if base.__dataclass_frozen__ and not frozen:
            raise TypeError("cannot inherit non-frozen dataclass from a frozen one")


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, kw_only):
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    _check_frozen(cls, frozen)
    own_hash = cls.__dict__.get("__hash__", MISSING)
    has_hash = not (own_hash is MISSING or own_hash is None and "__eq__" in cls.__dict__)
    found = _collect_fields(cls, kw_only)
    everything = list(found.values())
    kept = [made for made in everything if not made.is_init_only]
    compared = [made for made in kept if made.compare]
    cls.__dataclass_fields__ = found
    cls.__dataclass_frozen__ = frozen
    cls.__match_args__ = tuple([made.name for made in everything if made.init])
    if init:
        _set_new(cls, "__init__", _make_init(cls, everything))
    if repr:
        _set_new(cls, "__repr__", _make_repr([made for made in kept if made.repr]))
    if eq:
        _set_new(cls, "__eq__", _make_eq(compared))
    if order:
        for function in _make_orders(compared):
            if function.__name__ in cls.__dict__:
                raise TypeError(f"Cannot overwrite attribute {function.__name__} in class "
                                f"{cls.__name__}. Consider using functools.total_ordering")
            _set_new(cls, function.__name__, function)
    if frozen:
        _freeze(cls)
    hashed = [made for made in compared if made.hash is not False]
    _set_hash(cls, hashed, eq, frozen, unsafe_hash, has_hash)
    return cls


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False,
              frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    def wrap(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, kw_only)

    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    found = getattr(class_or_instance, "__dataclass_fields__", None)
    if found is None:
        raise TypeError("must be called with a dataclass type or instance")
    return tuple([made for made in found.values() if not made.is_init_only])


def is_dataclass(obj):
    cls = obj if isinstance(obj, type) else type(obj)
    return hasattr(cls, "__dataclass_fields__")


def _is_instance(obj):
    return hasattr(type(obj), "__dataclass_fields__")


def _as_dict(obj, make):
    if _is_instance(obj):
        return make([(made.name, _as_dict(getattr(obj, made.name), make))
                     for made in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_as_dict(item, make) for item in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)([_as_dict(item, make) for item in obj])
    if isinstance(obj, dict):
        return type(obj)([(_as_dict(key, make), _as_dict(value, make))
                          for key, value in obj.items()])
    return _copied(obj)


def _copied(obj):
    if obj is None or isinstance(obj, (bool, int, float, str)):
        return obj
    from copy import deepcopy
    return deepcopy(obj)


def asdict(obj, *, dict_factory=dict):
    if not _is_instance(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return _as_dict(obj, dict_factory)


def _as_tuple(obj, make):
    if _is_instance(obj):
        return make([_as_tuple(getattr(obj, made.name), make) for made in fields(obj)])
    if isinstance(obj, (list, tuple)):
        return type(obj)([_as_tuple(item, make) for item in obj])
    if isinstance(obj, dict):
        return type(obj)([(_as_tuple(key, make), _as_tuple(value, make))
                          for key, value in obj.items()])
    return _copied(obj)


def astuple(obj, *, tuple_factory=tuple):
    if not _is_instance(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return _as_tuple(obj, tuple_factory)


def replace(obj, /, **changes):
    if not _is_instance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    for made in obj.__dataclass_fields__.values():
        if not made.init:
            if made.name in changes:
                raise ValueError(f"field {made.name} is declared with init=False, it cannot be "
                                 "specified with replace()")
        elif made.name not in changes:
            if made.is_init_only and not made.has_default():
                raise ValueError(f"InitVar {made.name!r} must be specified with replace()")
            changes[made.name] = getattr(obj, made.name)
    return obj.__class__(**changes)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, **options):
    members = dict(namespace or {})
    annotations = {}
    for item in fields:
        parts = (item, object) if isinstance(item, str) else tuple(item)
        annotations[parts[0]] = parts[1]
        if len(parts) == 3:
            members[parts[0]] = parts[2]
    members["__annotations__"] = annotations
    return dataclass(type(cls_name, tuple(bases), members), **options)
