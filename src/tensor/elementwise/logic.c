// And, or, not: & | ^ ~ on bools, bit by bit on integers; the logical_ forms take any dtype. The
// operators << and >> of integers: x * 2^n, and x / 2^n rounded down.
#include "tensor/convert.h"
#include "tensor/elementwise/elementwise.h"

static bool infer_bits(OpCall *call, Error *error)
{
    if (!infer_promoted(call, error)) return false;
    if (!dtype_is_float(call->dtype)) return true;
    error_not_implemented(error, call->op->kernel, call->dtype);
    return error_hint(error, "& | ^ take bools and integers: put comparisons in parentheses");
}

// One operation on bits, and the one that takes any dtype, 0 being False.
#define BITWISE(id, sign, word, truth, its_doc, logical_doc)                                       \
    ROW2(id##_ints, int64_t, int64_t, x sign y)                                                    \
    ROW2(id##_bools, unsigned char, unsigned char, x sign y)                                       \
    VALUE2(id##_value, (double)(convert_to_int(x) sign convert_to_int(y)))                         \
    BINARY(id, "bitwise_" word, TENSOR_AND_NUMBER, its_doc, BITS(id), OPERATOR(#sign),             \
           .kernel = "bitwise_" word "_cpu", .infer = infer_bits, .layout = layout_together)       \
    VALUE2(logical_##id##_value, truth)                                                            \
    static void logical_##id##_forward(OpCall *call)                                               \
    {                                                                                              \
        elementwise(call, (const DType[]){DTYPE_BOOL, DTYPE_BOOL}, id##_bools);                    \
    }                                                                                              \
    BINARY_BY(logical_##id##_forward, logical_##id, "logical_" word, TWO_TENSORS, logical_doc,     \
              OF_TRUTH, .notation = {.between = " " word " "})

BITWISE(and, &, "and", x != 0 && y != 0, "True where both cells are",
        "True where neither cell is 0")
BITWISE(or, |, "or", x != 0 || y != 0, "True where one of the cells is, or both are",
        "True where one of the cells is not 0")
BITWISE(xor, ^, "xor", (x != 0) != (y != 0), "True where exactly one of the cells is",
        "True where exactly one of the cells is not 0")

ROW1(not_ints, int64_t, int64_t, ~x)
ROW1(not_bools, unsigned char, unsigned char, !x)
VALUE1(not_value, call->dtype == DTYPE_BOOL ? x == 0 : (double)~convert_to_int(x))

static bool not_infer(OpCall *call, Error *error)
{
    if (!infer_promoted(call, error) || !dtype_is_float(call->dtype)) return !error->set;
    return error_set(error, "TypeError",
                     "~ (operator.invert) is only implemented on integer and Boolean-type tensors");
}

ELEMENTWISE(not, .name = "bitwise_not", .signature = "input: Tensor", .shape = "(...) -> (...)",
            .doc = "True where the cell is False", .symbol = "~", .found = IN_TORCH | IN_TENSOR,
            BITS(not ), PREFIX("~"), .infer = not_infer, .layout = layout_together)

VALUE1(logical_not_value, x == 0)

static void logical_not_forward(OpCall *call)
{
    elementwise(call, (const DType[]){DTYPE_BOOL}, not_bools);
}

UNARY_BY(logical_not_forward, 0, logical_not, "input: Tensor", "True where the cell is 0", OF_TRUTH,
         PREFIX("not "))

// ---- shifts ------------------------------------------------------------------------------------

enum { WIDTH = 64 };

static bool infer_shift(OpCall *call, Error *error)
{
    if (!infer_promoted(call, error)) return false;
    if (dtype_is_integer(call->dtype)) return true;
    error_not_implemented(error, call->op->kernel, call->dtype);
    return error_hint(error, "integers are shifted bit by bit");
}

// What is shifted out is lost; nothing is shifted by more bits than there are.
static int64_t left_shifted(int64_t x, int64_t by)
{
    return by < 0 || by >= WIDTH ? 0 : (int64_t)((uint64_t)x << by);
}

static int64_t right_shifted(int64_t x, int64_t by)
{
    int64_t sign = x < 0 ? -1 : 0;
    if (by < 0 || by >= WIDTH) return sign;
    return x < 0 ? ~(~x >> by) : x >> by;
}

#define SHIFT(way, sign, its_kernel, its_doc)                                                      \
    ROW2(way##_shift_ints, int64_t, int64_t, way##_shifted(x, y))                                  \
    VALUE2(way##_shift_value, (double)way##_shifted(convert_to_int(x), convert_to_int(y)))         \
    BINARY(way##_shift, "bitwise_" #way "_shift", TENSOR_AND_NUMBER, its_doc, OPERATOR(sign),      \
           .rows = &(const RowSet){.ints = way##_shift_ints}, .kernel = its_kernel,                \
           .infer = infer_shift, .layout = layout_together)

SHIFT(left, "<<", "lshift_cpu", "the cell's bits moved up, which doubles it for each place")
SHIFT(right, ">>", "rshift_cpu", "the cell's bits moved down, which halves it for each place")
