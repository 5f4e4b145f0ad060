// Comparisons, which give True or False, and the larger and smaller of two.
#include "tensor/elementwise/elementwise.h"

#include <math.h>

#define COMPARISON(id, its_aliases, sign, its_doc)                                                 \
    ROW2(id##_floats, float, unsigned char, x sign y)                                              \
    ROW2(id##_doubles, double, unsigned char, x sign y)                                            \
    ROW2(id##_ints, int64_t, unsigned char, x sign y)                                              \
    ROW2(id##_bools, unsigned char, unsigned char, x sign y)                                       \
    VALUE2(id##_value, x sign y)                                                                   \
    BINARY(id, #id, TENSOR_AND_NUMBER, its_doc, ALL_TYPES(id), OF_TRUTH, OPERATOR(#sign),          \
           .aliases = its_aliases, .traits = OP_WRITES_ALL)

COMPARISON(eq, NULL, ==, "True where the two cells are equal")
COMPARISON(ne, "not_equal", !=, "True where the two cells differ")
COMPARISON(lt, "less", <, "True where the first cell is smaller than the second")
COMPARISON(le, "less_equal", <=, "True where the first cell is not larger than the second")
COMPARISON(gt, "greater", >, "True where the first cell is larger than the second")
COMPARISON(ge, "greater_equal", >=, "True where the first cell is not smaller than the second")

// ---- the larger and the smaller ----------------------------------------------------------------

#define EXTREME(id, in_float, in_double, in_int, in_bool, word, its_doc, ...)                      \
    ROW2(id##_floats, float, float, in_float)                                                      \
    ROW2(id##_doubles, double, double, in_double)                                                  \
    ROW2(id##_ints, int64_t, int64_t, in_int)                                                      \
    ROW2(id##_bools, unsigned char, unsigned char, in_bool)                                        \
    VALUE2(id##_value, in_double)                                                                  \
    BINARY(id, #id, TWO_TENSORS, its_doc, ALL_TYPES(id), OF_ANY, CALLED_OF_TWO(word), __VA_ARGS__)

// NaN in either makes NaN (y != y only for NaN); of 0 and -0 the first is taken.
EXTREME(maximum, x < y || y != y ? y : x, x<y || y != y ? y : x, x> y ? x : y, x | y, "max",
        "the larger of the two cells", .effort = {0})
EXTREME(minimum, y < x || y != y ? y : x, y < x || y != y ? y : x, x < y ? x : y, x &y, "min",
        "the smaller of the two cells", .effort = {0})

// NaN loses against any number.
EXTREME(fmax, x == y ? x : fmaxf(x, y), x == y ? x : fmax(x, y), x > y ? x : y, x | y, "max",
        "the larger of the two cells, ignoring NaN", .effort = {7, 5})
EXTREME(fmin, x == y ? x : fminf(x, y), x == y ? x : fmin(x, y), x < y ? x : y, x &y, "min",
        "the smaller of the two cells, ignoring NaN", .effort = {7, 5})
