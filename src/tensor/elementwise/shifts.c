// The operators << and >> of integers: x * 2^n, and x / 2^n rounded down.
#include "tensor/convert.h"
#include "tensor/elementwise/elementwise.h"

enum { BITS = 64, PLACES = IN_TORCH | IN_TENSOR };

static bool infer_shift(OpCall *call, const char *kernel, Error *error)
{
    if (!infer_promoted(call, error)) return false;
    if (dtype_is_integer(call->dtype)) return true;
    error_not_implemented(error, kernel, call->dtype);
    return error_hint(error, "integers are shifted bit by bit");
}

// What is shifted out is lost; nothing is shifted by more bits than there are.
static int64_t shifted_left(int64_t x, int64_t by)
{
    return by < 0 || by >= BITS ? 0 : (int64_t)((uint64_t)x << by);
}

static int64_t shifted_right(int64_t x, int64_t by)
{
    int64_t sign = x < 0 ? -1 : 0;
    if (by < 0 || by >= BITS) return sign;
    return x < 0 ? ~(~x >> by) : x >> by;
}

#define SHIFT(name, function, kernel)                                                              \
    ROW2(name##_ints, int64_t, int64_t, function(x, y))                                            \
    VALUE2(name##_value, (double)function(convert_to_int(x), convert_to_int(y)))                   \
    static bool name##_infer(OpCall *call, Error *error)                                           \
    {                                                                                              \
        return infer_shift(call, kernel, error);                                                   \
    }                                                                                              \
    static void name##_forward(OpCall *call)                                                       \
    {                                                                                              \
        elementwise_same(call, call->dtype, &(RowSet){.ints = name##_ints});                       \
    }

SHIFT(left, shifted_left, "lshift_cpu")

const Op op_left_shift = {
    .name = "bitwise_left_shift",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "the cell's bits moved up, which doubles it for each place",
    .symbol = "<<",
    .found = PLACES,
    .layout = layout_together,
    .notation = {.between = " << "},
    .infer = left_infer,
    .forward = left_forward,
    .sources = sources_elementwise,
    .value = left_value,
};

SHIFT(right, shifted_right, "rshift_cpu")

const Op op_right_shift = {
    .name = "bitwise_right_shift",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "the cell's bits moved down, which halves it for each place",
    .symbol = ">>",
    .found = PLACES,
    .layout = layout_together,
    .notation = {.between = " >> "},
    .infer = right_infer,
    .forward = right_forward,
    .sources = sources_elementwise,
    .value = right_value,
};
