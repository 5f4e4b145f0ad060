// The names of the special methods of Python's data model (__init__, __add__ ...), one for each
// Dunder.
#include "lang/dunder.h"

#define TEXT_OF(name, text) [DUNDER_##name] = text,

const char *const dunder_text[DUNDER_COUNT] = {
    DUNDERS(TEXT_OF)
        // clang-format off
    [DUNDER_ADD] = "__add__", "__sub__", "__mul__", "__truediv__", "__floordiv__", "__mod__",
    "__matmul__", "__pow__", "__and__", "__or__", "__xor__", "__lshift__", "__rshift__",
    [DUNDER_LESS] = "__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__",
    [DUNDER_RADD] = "__radd__", "__rsub__", "__rmul__", "__rtruediv__", "__rfloordiv__",
    "__rmod__", "__rmatmul__", "__rpow__", "__rand__", "__ror__", "__rxor__", "__rlshift__",
    "__rrshift__",
    [DUNDER_IADD] = "__iadd__", "__isub__", "__imul__", "__itruediv__", "__ifloordiv__",
    "__imod__", "__imatmul__", "__ipow__", "__iand__", "__ior__", "__ixor__", "__ilshift__",
    "__irshift__",
    // clang-format on
};
