// The names that Python gives a meaning of their own, interned for each run: run->dunder[INIT].
// Those of NEGATE, PLUS and INVERT are in the order of Operator, and so do those of the others.
#pragma once

#define DUNDERS(ROW)                                                                               \
    ROW(INIT, "__init__")                                                                          \
    ROW(NEW, "__new__")                                                                            \
    ROW(CALL, "__call__")                                                                          \
    ROW(REPR, "__repr__")                                                                          \
    ROW(STR, "__str__")                                                                            \
    ROW(FORMAT, "__format__")                                                                      \
    ROW(BOOL, "__bool__")                                                                          \
    ROW(LEN, "__len__")                                                                            \
    ROW(HASH, "__hash__")                                                                          \
    ROW(INDEX, "__index__")                                                                        \
    ROW(INT, "__int__")                                                                            \
    ROW(FLOAT, "__float__")                                                                        \
    ROW(ABS, "__abs__")                                                                            \
    ROW(ROUND, "__round__")                                                                        \
    ROW(GETITEM, "__getitem__")                                                                    \
    ROW(SETITEM, "__setitem__")                                                                    \
    ROW(DELITEM, "__delitem__")                                                                    \
    ROW(CONTAINS, "__contains__")                                                                  \
    ROW(MISSING, "__missing__")                                                                    \
    ROW(ITER, "__iter__")                                                                          \
    ROW(NEXT, "__next__")                                                                          \
    ROW(REVERSED, "__reversed__")                                                                  \
    ROW(GETATTR, "__getattr__")                                                                    \
    ROW(GETATTRIBUTE, "__getattribute__")                                                          \
    ROW(SETATTR, "__setattr__")                                                                    \
    ROW(DELATTR, "__delattr__")                                                                    \
    ROW(GET, "__get__")                                                                            \
    ROW(SET, "__set__")                                                                            \
    ROW(SET_NAME, "__set_name__")                                                                  \
    ROW(INIT_SUBCLASS, "__init_subclass__")                                                        \
    ROW(CLASS_GETITEM, "__class_getitem__")                                                        \
    ROW(INSTANCECHECK, "__instancecheck__")                                                        \
    ROW(SUBCLASSCHECK, "__subclasscheck__")                                                        \
    ROW(ABSTRACT, "__isabstractmethod__")                                                          \
    ROW(ABSTRACTS, "__abstractmethods__")                                                          \
    ROW(CLASS, "__class__")                                                                        \
    ROW(DICT, "__dict__")                                                                          \
    ROW(DOC, "__doc__")                                                                            \
    ROW(WEAKREF, "__weakref__")                                                                    \
    ROW(MODULE, "__module__")                                                                      \
    ROW(NAME, "__name__")                                                                          \
    ROW(QUALNAME, "__qualname__")                                                                  \
    ROW(BASES, "__bases__")                                                                        \
    ROW(BASE, "__base__")                                                                          \
    ROW(MRO, "__mro__")                                                                            \
    ROW(SLOTS, "__slots__")                                                                        \
    ROW(ANNOTATIONS, "__annotations__")                                                            \
    ROW(DEFAULTS, "__defaults__")                                                                  \
    ROW(WRAPPED, "__wrapped__")                                                                    \
    ROW(SELF, "__self__")                                                                          \
    ROW(FUNC, "__func__")                                                                          \
    ROW(ARRAY_FINALIZE, "__array_finalize__")                                                      \
    ROW(NEG, "__neg__")                                                                            \
    ROW(POS, "__pos__")                                                                            \
    ROW(INVERT, "__invert__")

#define DUNDER_OF(name, text) DUNDER_##name,

typedef enum Dunder {
    DUNDERS(DUNDER_OF) DUNDER_ADD,
    DUNDER_LESS = DUNDER_ADD + 13,
    DUNDER_EQ = DUNDER_LESS + 4,
    DUNDER_NE,
    DUNDER_RADD,
    DUNDER_IADD = DUNDER_RADD + 13,
    DUNDER_COUNT = DUNDER_IADD + 13,
} Dunder;

extern const char *const dunder_text[DUNDER_COUNT];
