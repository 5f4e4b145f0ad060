// And, or, not: & | ^ ~ on bools, bit by bit on integers; the logical_ forms take any dtype.
#include "tensor/convert.h"
#include "tensor/elementwise/elementwise.h"

static bool infer_bits(OpCall *call, const char *kernel, Error *error)
{
    call->dtype = call_promoted(call);
    if (!infer_broadcast(call, error)) return false;
    if (!dtype_is_float(call->dtype)) return true;
    error_not_implemented(error, kernel, call->dtype);
    return error_hint(error, "& | ^ take bools and integers: put comparisons in parentheses");
}

// One operation on bits: rows, value, infer and forward.
#define BITS(name, kernel, operator)                                                               \
    ROW2(name##_ints, int64_t, int64_t, x operator y)                                              \
    ROW2(name##_bools, unsigned char, unsigned char, x operator y)                                 \
    VALUE2(name##_value, (double)(convert_to_int(x) operator convert_to_int(y)))                   \
    static bool name##_infer(OpCall *call, Error *error)                                           \
    {                                                                                              \
        return infer_bits(call, kernel, error);                                                    \
    }                                                                                              \
    static void name##_forward(OpCall *call)                                                       \
    {                                                                                              \
        elementwise_same(call, call->dtype,                                                        \
                         &(RowSet){.ints = name##_ints, .bools = name##_bools});                   \
    }

BITS(and, "bitwise_and_cpu", &)

const Op op_and = {
    .name = "bitwise_and",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "True where both cells are",
    .symbol = "&",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {.between = " & "},
    .infer = and_infer,
    .forward = and_forward,
    .sources = sources_elementwise,
    .value = and_value,
};

BITS(or, "bitwise_or_cpu", |)

const Op op_or = {
    .name = "bitwise_or",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "True where one of the cells is, or both are",
    .symbol = "|",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {.between = " | "},
    .infer = or_infer,
    .forward = or_forward,
    .sources = sources_elementwise,
    .value = or_value,
};

BITS(xor, "bitwise_xor_cpu", ^)

const Op op_xor = {
    .name = "bitwise_xor",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "True where exactly one of the cells is",
    .symbol = "^",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {.between = " ^ "},
    .infer = xor_infer,
    .forward = xor_forward,
    .sources = sources_elementwise,
    .value = xor_value,
};

ROW1(not_ints, int64_t, int64_t, ~x)
ROW1(not_bools, unsigned char, unsigned char, !x)
VALUE1(not_value, call->dtype == DTYPE_BOOL ? x == 0 : (double)~convert_to_int(x))

static bool not_infer(OpCall *call, Error *error)
{
    call->dtype = call->input[0]->dtype;
    if (dtype_is_float(call->dtype)) {
        return error_set(error, "TypeError",
                         "~ (operator.invert) is only implemented on integer and Boolean-type "
                         "tensors");
    }
    return infer_broadcast(call, error);
}

static void not_forward(OpCall *call)
{
    elementwise_same(call, call->dtype, &(RowSet){.ints = not_ints, .bools = not_bools});
}

const Op op_not = {
    .name = "bitwise_not",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "True where the cell is False",
    .symbol = "~",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {.before = "~"},
    .infer = not_infer,
    .forward = not_forward,
    .sources = sources_elementwise,
    .value = not_value,
};

// ---- any dtype, 0 being False ------------------------------------------------------------------

VALUE2(logical_and_value, x != 0 && y != 0)

static void logical_and_forward(OpCall *call)
{
    elementwise(call, (const DType[]){DTYPE_BOOL, DTYPE_BOOL}, and_bools);
}

const Op op_logical_and = {
    .name = "logical_and",
    .signature = "input: Tensor, other: Tensor",
    .shape = "(...), (...) -> (...)",
    .doc = "True where neither cell is 0",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {.between = " and "},
    .infer = infer_bool,
    .forward = logical_and_forward,
    .sources = sources_elementwise,
    .value = logical_and_value,
};

VALUE2(logical_or_value, x != 0 || y != 0)

static void logical_or_forward(OpCall *call)
{
    elementwise(call, (const DType[]){DTYPE_BOOL, DTYPE_BOOL}, or_bools);
}

const Op op_logical_or = {
    .name = "logical_or",
    .signature = "input: Tensor, other: Tensor",
    .shape = "(...), (...) -> (...)",
    .doc = "True where one of the cells is not 0",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {.between = " or "},
    .infer = infer_bool,
    .forward = logical_or_forward,
    .sources = sources_elementwise,
    .value = logical_or_value,
};

VALUE2(logical_xor_value, (x != 0) != (y != 0))

static void logical_xor_forward(OpCall *call)
{
    elementwise(call, (const DType[]){DTYPE_BOOL, DTYPE_BOOL}, xor_bools);
}

const Op op_logical_xor = {
    .name = "logical_xor",
    .signature = "input: Tensor, other: Tensor",
    .shape = "(...), (...) -> (...)",
    .doc = "True where exactly one of the cells is not 0",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {.between = " xor "},
    .infer = infer_bool,
    .forward = logical_xor_forward,
    .sources = sources_elementwise,
    .value = logical_xor_value,
};

VALUE1(logical_not_value, x == 0)

static void logical_not_forward(OpCall *call)
{
    elementwise(call, (const DType[]){DTYPE_BOOL}, not_bools);
}

const Op op_logical_not = {
    .name = "logical_not",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "True where the cell is 0",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {.before = "not "},
    .infer = infer_bool,
    .forward = logical_not_forward,
    .sources = sources_elementwise,
    .value = logical_not_value,
};
