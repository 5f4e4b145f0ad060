"""dir(): the names of all attributes that an object has, in order, each once."""

from _qkv import builtin

# What the types have besides their methods; every object has what the first one names.
_OTHERS = {
    object: "__class__ __doc__",
    list: "__add__ __class_getitem__ __contains__ __delitem__ __getitem__ __iadd__ __imul__ __iter__ __len__ "
          "__mul__ __reversed__ __rmul__ __setitem__",
    str: "__add__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mod__ __mul__ __rmod__ __rmul__ "
         "maketrans",
    dict: "__class_getitem__ __contains__ __delitem__ __getitem__ __ior__ __iter__ __len__ __or__ __reversed__ "
          "__ror__ __setitem__ fromkeys",
    int: "__abs__ __add__ __and__ __bool__ __ceil__ __divmod__ __float__ __floor__ __floordiv__ __getnewargs__ "
         "__index__ __int__ __invert__ __lshift__ __mod__ __mul__ __neg__ __or__ __pos__ __pow__ __radd__ "
         "__rand__ __rdivmod__ __rfloordiv__ __rlshift__ __rmod__ __rmul__ __ror__ __round__ __rpow__ "
         "__rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __sub__ __truediv__ __trunc__ __xor__ "
         "denominator from_bytes imag is_integer numerator real to_bytes",
    float: "__abs__ __add__ __bool__ __ceil__ __divmod__ __float__ __floor__ __floordiv__ __getformat__ "
           "__getnewargs__ __int__ __mod__ __mul__ __neg__ __pos__ __pow__ __radd__ __rdivmod__ __rfloordiv__ "
           "__rmod__ __rmul__ __round__ __rpow__ __rsub__ __rtruediv__ __sub__ __truediv__ __trunc__ fromhex "
           "imag real",
    tuple: "__add__ __class_getitem__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mul__ __rmul__",
}


def _slots(cls):
    """The names in __slots__ of this class, private ones as it knows them."""
    slots = cls.__dict__.get("__slots__", ())
    prefix = "_" + cls.__name__.lstrip("_")
    for slot in [slots] if isinstance(slots, str) else slots:
        yield prefix + slot if slot.startswith("__") and not slot.endswith("__") else slot


def _is_open(cls):
    """Have its instances a __dict__?"""
    return any("__slots__" not in above.__dict__ or "__dict__" in _slots(above)
               for above in cls.__mro__ if above is not object)


def _names_of_class(cls):
    names = {*cls.__dict__, *_OTHERS.get(cls, "").split()}
    if hasattr(cls, "__weakref__"):
        fixed = any(above in (int, tuple) for above in cls.__mro__)
        names.update(_slots(cls), ["__dict__"] if _is_open(cls) else [],
                     ["__weakref__"] if _is_open(cls) and not fixed else [])
    return names


@builtin
def dir(*objects):
    if not objects:
        from _qkv import outside
        outside("dir(object)", "dir() without an object")
    names = set()
    cls = type(*objects)
    if isinstance(objects[0], type):
        cls = objects[0]
    elif hasattr(cls, "__weakref__"):
        try:
            names.update(object.__getattribute__(*objects, "__dict__"))
        except AttributeError:
            pass
    for above in cls.__mro__:
        names |= _names_of_class(above)
    return sorted(names)
