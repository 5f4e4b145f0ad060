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

// The row `id`, which converts to `its_dtype`.
#define CAST(id, its_dtype, its_signature, places, its_effort, word, its_doc)                      \
    static bool id##_infer(OpCall *call, Error *error)                                             \
    {                                                                                              \
        (void)error;                                                                               \
        return infer_as(call, its_dtype);                                                          \
    }                                                                                              \
    const Op op_##id = {.name = #id,                                                               \
                        .effort = {its_effort},                                                    \
                        .signature = its_signature,                                                \
                        .shape = "(...) -> (...)",                                                 \
                        .doc = its_doc,                                                            \
                        .found = places,                                                           \
                        .traits = OP_WRITES_ALL | OP_KNOWS_HALVES,                                 \
                        .layout = layout_like_first,                                               \
                        .notation = {.before = word "(", .after = ")"},                            \
                        .infer = id##_infer,                                                       \
                        .forward = cast_forward,                                                   \
                        .sources = sources_same_cell,                                              \
                        .value = value_converted};

CAST(to, (DType)call_int(call, 0, (int64_t)call->input[0]->dtype), "input: Tensor, dtype: dtype",
     IN_LIBRARY, 4, "to", "the same number as another type")
CAST(float, DTYPE_FLOAT32, "input: Tensor", IN_TENSOR, 4, "float", "the same number as float32")
CAST(double, DTYPE_FLOAT64, "input: Tensor", IN_TENSOR, 4, "float", "the same number as float64")
CAST(half, DTYPE_FLOAT16, "input: Tensor", IN_TENSOR, 4, "half", "the number rounded to float16")
CAST(bfloat16, DTYPE_BFLOAT16, "input: Tensor", IN_TENSOR, 4, "bfloat16",
     "the number rounded to bfloat16")
CAST(long, DTYPE_INT64, "input: Tensor", IN_TENSOR, 4, "int",
     "the number as an integer, without its fraction")
CAST(int, DTYPE_INT32, "input: Tensor", IN_TENSOR, 4, "int",
     "the number as an integer of 32 bits, without its fraction")
CAST(short, DTYPE_INT16, "input: Tensor", IN_TENSOR, 1, "int",
     "the number as an integer of 16 bits, without its fraction")
CAST(char, DTYPE_INT8, "input: Tensor", IN_TENSOR, 1, "int",
     "the number as an integer of 8 bits, without its fraction")
CAST(byte, DTYPE_UINT8, "input: Tensor", IN_TENSOR, 1, "int",
     "the number as an integer from 0 to 255, without its fraction")
CAST(bool, DTYPE_BOOL, "input: Tensor", IN_TENSOR, 1, "bool",
     "False where the number is 0, else True")
