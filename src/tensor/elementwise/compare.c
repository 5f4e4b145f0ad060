// Comparisons, which give True or False, and the larger and smaller of two.
#include "tensor/elementwise/elementwise.h"

#include <math.h>

// Rows for each dtype, forward function and value of one comparison.
#define COMPARISON(name, expression)                                                               \
    ROW2(name##_floats, float, unsigned char, expression)                                          \
    ROW2(name##_doubles, double, unsigned char, expression)                                        \
    ROW2(name##_ints, int64_t, unsigned char, expression)                                          \
    ROW2(name##_bools, unsigned char, unsigned char, expression)                                   \
    VALUE2(name##_value, expression)                                                               \
    static void name##_forward(OpCall *call)                                                       \
    {                                                                                              \
        elementwise_same(call, call_promoted(call),                                                \
                         &(RowSet){.floats = name##_floats,                                        \
                                   .doubles = name##_doubles,                                      \
                                   .ints = name##_ints,                                            \
                                   .bools = name##_bools});                                        \
    }

COMPARISON(eq, x == y)

const Op op_eq = {
    .name = "eq",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "True where the two cells are equal",
    .symbol = "==",
    .found = IN_TORCH | IN_TENSOR,
    .writes_all = true,
    .layout = layout_together,
    .notation = {.between = " == "},
    .infer = infer_bool,
    .forward = eq_forward,
    .sources = sources_elementwise,
    .value = eq_value,
};

COMPARISON(ne, x != y)

const Op op_ne = {
    .name = "ne",
    .aliases = "not_equal",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "True where the two cells differ",
    .symbol = "!=",
    .found = IN_TORCH | IN_TENSOR,
    .writes_all = true,
    .layout = layout_together,
    .notation = {.between = " != "},
    .infer = infer_bool,
    .forward = ne_forward,
    .sources = sources_elementwise,
    .value = ne_value,
};

COMPARISON(lt, x < y)

const Op op_lt = {
    .name = "lt",
    .aliases = "less",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "True where the first cell is smaller than the second",
    .symbol = "<",
    .found = IN_TORCH | IN_TENSOR,
    .writes_all = true,
    .layout = layout_together,
    .notation = {.between = " < "},
    .infer = infer_bool,
    .forward = lt_forward,
    .sources = sources_elementwise,
    .value = lt_value,
};

COMPARISON(le, x <= y)

const Op op_le = {
    .name = "le",
    .aliases = "less_equal",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "True where the first cell is not larger than the second",
    .symbol = "<=",
    .found = IN_TORCH | IN_TENSOR,
    .writes_all = true,
    .layout = layout_together,
    .notation = {.between = " <= "},
    .infer = infer_bool,
    .forward = le_forward,
    .sources = sources_elementwise,
    .value = le_value,
};

COMPARISON(gt, x > y)

const Op op_gt = {
    .name = "gt",
    .aliases = "greater",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "True where the first cell is larger than the second",
    .symbol = ">",
    .found = IN_TORCH | IN_TENSOR,
    .writes_all = true,
    .layout = layout_together,
    .notation = {.between = " > "},
    .infer = infer_bool,
    .forward = gt_forward,
    .sources = sources_elementwise,
    .value = gt_value,
};

COMPARISON(ge, x >= y)

const Op op_ge = {
    .name = "ge",
    .aliases = "greater_equal",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "True where the first cell is not smaller than the second",
    .symbol = ">=",
    .found = IN_TORCH | IN_TENSOR,
    .writes_all = true,
    .layout = layout_together,
    .notation = {.between = " >= "},
    .infer = infer_bool,
    .forward = ge_forward,
    .sources = sources_elementwise,
    .value = ge_value,
};

// ---- the larger and the smaller ----------------------------------------------------------------

// NaN in either makes NaN (y != y only for NaN); of 0 and -0 the first is taken.
ROW2(maximum_floats, float, float, x < y || y != y ? y : x)
ROW2(maximum_doubles, double, double, x < y || y != y ? y : x)
ROW2(maximum_ints, int64_t, int64_t, x > y ? x : y)
ROW2(maximum_bools, unsigned char, unsigned char, x | y)
VALUE2(maximum_value, x < y || isnan(y) ? y : x)

static void maximum_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = maximum_floats,
                               .doubles = maximum_doubles,
                               .ints = maximum_ints,
                               .bools = maximum_bools});
}

const Op op_maximum = {
    .name = "maximum",
    .signature = "input: Tensor, other: Tensor",
    .shape = "(...), (...) -> (...)",
    .doc = "the larger of the two cells",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {"max(", ", ", ")", NULL},
    .infer = infer_promoted,
    .forward = maximum_forward,
    .sources = sources_elementwise,
    .value = maximum_value,
};

ROW2(minimum_floats, float, float, y < x || y != y ? y : x)
ROW2(minimum_doubles, double, double, y < x || y != y ? y : x)
ROW2(minimum_ints, int64_t, int64_t, x < y ? x : y)
ROW2(minimum_bools, unsigned char, unsigned char, x &y)
VALUE2(minimum_value, y < x || isnan(y) ? y : x)

static void minimum_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = minimum_floats,
                               .doubles = minimum_doubles,
                               .ints = minimum_ints,
                               .bools = minimum_bools});
}

const Op op_minimum = {
    .name = "minimum",
    .signature = "input: Tensor, other: Tensor",
    .shape = "(...), (...) -> (...)",
    .doc = "the smaller of the two cells",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {"min(", ", ", ")", NULL},
    .infer = infer_promoted,
    .forward = minimum_forward,
    .sources = sources_elementwise,
    .value = minimum_value,
};
