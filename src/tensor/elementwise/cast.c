// Conversions of dtype: x.to(dtype), x.float(), x.int() and so on. Floats lose their fractions
// towards zero when they become integers; where the dtype is the same already the tensor itself is
// returned, as in PyTorch.
#include "tensor/call.h"
#include "tensor/convert.h"

// As in PyTorch, nothing is copied where the dtype is that already.
static bool infer_as(OpCall *call, DType dtype)
{
    infer_same_view(call);
    call->is_view = call->is_same = dtype == call->input[0]->dtype;
    call->dtype = dtype;
    return true;
}

static void cast_forward(OpCall *call)
{
    tensor_assign(call->output, call->input[0]);
}

static bool to_infer(OpCall *call, Error *error)
{
    (void)error;
    return infer_as(call, (DType)call_int(call, 0, (int64_t)call->input[0]->dtype));
}

const Op op_to = {
    .name = "to",
    .effort = 4,
    .signature = "input: Tensor, dtype: dtype",
    .shape = "(...) -> (...)",
    .doc = "the same number as another type",
    .found = IN_LIBRARY,
    .writes_all = true,
    .knows_halves = true,
    .layout = layout_like_first,
    .notation = {.before = "to(", .after = ")"},
    .infer = to_infer,
    .forward = cast_forward,
    .sources = sources_same_cell,
    .value = value_converted,
};

static bool float_infer(OpCall *call, Error *error)
{
    (void)error;
    return infer_as(call, DTYPE_FLOAT32);
}

const Op op_float = {
    .name = "float",
    .effort = 4,
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the same number as float32",
    .found = IN_TENSOR,
    .writes_all = true,
    .knows_halves = true,
    .layout = layout_like_first,
    .notation = {.before = "float(", .after = ")"},
    .infer = float_infer,
    .forward = cast_forward,
    .sources = sources_same_cell,
    .value = value_converted,
};

static bool double_infer(OpCall *call, Error *error)
{
    (void)error;
    return infer_as(call, DTYPE_FLOAT64);
}

const Op op_double = {
    .name = "double",
    .effort = 4,
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the same number as float64",
    .found = IN_TENSOR,
    .knows_halves = true,
    .layout = layout_like_first,
    .notation = {.before = "float(", .after = ")"},
    .infer = double_infer,
    .forward = cast_forward,
    .sources = sources_same_cell,
    .value = value_converted,
};

static bool half_infer(OpCall *call, Error *error)
{
    (void)error;
    return infer_as(call, DTYPE_FLOAT16);
}

const Op op_half = {
    .name = "half",
    .effort = 4,
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the number rounded to float16",
    .found = IN_TENSOR,
    .writes_all = true,
    .knows_halves = true,
    .layout = layout_like_first,
    .notation = {.before = "half(", .after = ")"},
    .infer = half_infer,
    .forward = cast_forward,
    .sources = sources_same_cell,
    .value = value_converted,
};

static bool bfloat16_infer(OpCall *call, Error *error)
{
    (void)error;
    return infer_as(call, DTYPE_BFLOAT16);
}

const Op op_bfloat16 = {
    .name = "bfloat16",
    .effort = 4,
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the number rounded to bfloat16",
    .found = IN_TENSOR,
    .writes_all = true,
    .knows_halves = true,
    .layout = layout_like_first,
    .notation = {.before = "bfloat16(", .after = ")"},
    .infer = bfloat16_infer,
    .forward = cast_forward,
    .sources = sources_same_cell,
    .value = value_converted,
};

static bool int_infer(OpCall *call, Error *error)
{
    (void)error;
    return infer_as(call, DTYPE_INT32);
}

const Op op_int = {
    .name = "int",
    .effort = 4,
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the number as an integer of 32 bits, without its fraction",
    .found = IN_TENSOR,
    .knows_halves = true,
    .layout = layout_like_first,
    .notation = {.before = "int(", .after = ")"},
    .infer = int_infer,
    .forward = cast_forward,
    .sources = sources_same_cell,
    .value = value_converted,
};

static bool short_infer(OpCall *call, Error *error)
{
    (void)error;
    return infer_as(call, DTYPE_INT16);
}

const Op op_short = {
    .name = "short",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the number as an integer of 16 bits, without its fraction",
    .found = IN_TENSOR,
    .knows_halves = true,
    .layout = layout_like_first,
    .notation = {.before = "int(", .after = ")"},
    .infer = short_infer,
    .forward = cast_forward,
    .sources = sources_same_cell,
    .value = value_converted,
};

static bool char_infer(OpCall *call, Error *error)
{
    (void)error;
    return infer_as(call, DTYPE_INT8);
}

const Op op_char = {
    .name = "char",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the number as an integer of 8 bits, without its fraction",
    .found = IN_TENSOR,
    .knows_halves = true,
    .layout = layout_like_first,
    .notation = {.before = "int(", .after = ")"},
    .infer = char_infer,
    .forward = cast_forward,
    .sources = sources_same_cell,
    .value = value_converted,
};

static bool byte_infer(OpCall *call, Error *error)
{
    (void)error;
    return infer_as(call, DTYPE_UINT8);
}

const Op op_byte = {
    .name = "byte",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the number as an integer from 0 to 255, without its fraction",
    .found = IN_TENSOR,
    .knows_halves = true,
    .layout = layout_like_first,
    .notation = {.before = "int(", .after = ")"},
    .infer = byte_infer,
    .forward = cast_forward,
    .sources = sources_same_cell,
    .value = value_converted,
};

static bool long_infer(OpCall *call, Error *error)
{
    (void)error;
    return infer_as(call, DTYPE_INT64);
}

const Op op_long = {
    .name = "long",
    .effort = 4,
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the number as an integer, without its fraction",
    .found = IN_TENSOR,
    .knows_halves = true,
    .layout = layout_like_first,
    .notation = {.before = "int(", .after = ")"},
    .infer = long_infer,
    .forward = cast_forward,
    .sources = sources_same_cell,
    .value = value_converted,
};

static bool bool_infer(OpCall *call, Error *error)
{
    (void)error;
    return infer_as(call, DTYPE_BOOL);
}

const Op op_bool = {
    .name = "bool",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "False where the number is 0, else True",
    .found = IN_TENSOR,
    .knows_halves = true,
    .layout = layout_like_first,
    .notation = {.before = "bool(", .after = ")"},
    .infer = bool_infer,
    .forward = cast_forward,
    .sources = sources_same_cell,
    .value = value_converted,
};
