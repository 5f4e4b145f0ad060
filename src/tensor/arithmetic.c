// + - * / // % ** and negation.
//
// Integers wrap around on overflow as PyTorch's do, so they are computed as unsigned.
// Floor division and remainder follow Python: the remainder has the sign of the divisor
// (PyTorch's BinaryOpsKernel.cpp, div_floor_kernel and remainder_kernel).
#include "tensor/convert.h"
#include "tensor/elementwise.h"
#include "tensor/float_math.h"
#include "tensor/rows.h"

#include <math.h>

static int64_t wrapped(uint64_t bits)
{
    return (int64_t)bits;
}

// ---- + - * -------------------------------------------------------------------------------------

ROW2(add_floats, float, float, x + y)
ROW2(add_doubles, double, double, x + y)
ROW2(add_ints, int64_t, int64_t, wrapped((uint64_t)x + (uint64_t)y))
ROW2(add_bools, unsigned char, unsigned char, x | y)
VALUE2(add_value, x + y)

static void add_forward(OpCall *call)
{
    elementwise_same(
        call, call->dtype,
        &(RowSet){
            .floats = add_floats, .doubles = add_doubles, .ints = add_ints, .bools = add_bools});
}

const Op op_add = {
    .name = "add",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "the two cells added",
    .symbol = "+",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " + "},
    .infer = infer_promoted,
    .forward = add_forward,
    .sources = sources_elementwise,
    .value = add_value,
};

ROW2(sub_floats, float, float, x - y)
ROW2(sub_doubles, double, double, x - y)
ROW2(sub_ints, int64_t, int64_t, wrapped((uint64_t)x - (uint64_t)y))
VALUE2(sub_value, x - y)

static bool sub_infer(OpCall *call, Error *error)
{
    bool a = call->input[0]->dtype == DTYPE_BOOL, b = call->input[1]->dtype == DTYPE_BOOL;
    if (a && b) {
        return error_set(error, "RuntimeError",
                         "Subtraction, the `-` operator, with two bool tensors is not supported. "
                         "Use the `^` or `logical_xor()` operator instead.");
    }
    if (a || b) {
        return error_set(error, "RuntimeError",
                         "Subtraction, the `-` operator, with a bool tensor is not supported. If "
                         "you are trying to invert a mask, use the `~` or `logical_not()` "
                         "operator instead.");
    }
    return infer_promoted(call, error);
}

static void sub_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = sub_floats, .doubles = sub_doubles, .ints = sub_ints});
}

const Op op_sub = {
    .name = "sub",
    .aliases = "subtract",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "the second cell subtracted from the first",
    .symbol = "-",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " - "},
    .infer = sub_infer,
    .forward = sub_forward,
    .sources = sources_elementwise,
    .value = sub_value,
};

ROW2(mul_floats, float, float, x *y)
ROW2(mul_doubles, double, double, x *y)
ROW2(mul_ints, int64_t, int64_t, wrapped((uint64_t)x *(uint64_t)y))
ROW2(mul_bools, unsigned char, unsigned char, x &y)
VALUE2(mul_value, x *y)

void mul_forward(OpCall *call)
{
    elementwise_same(
        call, call->dtype,
        &(RowSet){
            .floats = mul_floats, .doubles = mul_doubles, .ints = mul_ints, .bools = mul_bools});
}

const Op op_mul = {
    .name = "mul",
    .aliases = "multiply",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "the two cells multiplied",
    .symbol = "*",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " * "},
    .infer = infer_promoted,
    .forward = mul_forward,
    .sources = sources_elementwise,
    .value = mul_value,
};

// ---- / // % ------------------------------------------------------------------------------------

ROW2(div_floats, float, float, x / y)
ROW2(div_doubles, double, double, x / y)
VALUE2(div_value, x / y)

static void div_forward(OpCall *call)
{
    elementwise_same(call, call->dtype, &(RowSet){.floats = div_floats, .doubles = div_doubles});
}

const Op op_div = {
    .name = "div",
    .aliases = "divide true_divide",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "the first cell divided by the second",
    .symbol = "/",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " / "},
    .infer = infer_float,
    .forward = div_forward,
    .sources = sources_elementwise,
    .value = div_value,
};

static float floor_quotient(float x, float y)
{
    if (y == 0) return x / y;
    float rest = fmodf(x, y), quotient = (x - rest) / y;
    if (rest != 0 && (y < 0) != (rest < 0)) quotient -= 1;
    if (quotient == 0) return copysignf(0, x / y);
    float whole = floorf(quotient);
    return quotient - whole > 0.5f ? whole + 1 : whole;
}

static float float_remainder(float x, float y)
{
    float rest = fmodf(x, y);
    return rest != 0 && (y < 0) != (rest < 0) ? rest + y : rest;
}

static double double_floor_quotient(double x, double y)
{
    if (y == 0) return x / y;
    double rest = fmod(x, y), quotient = (x - rest) / y;
    if (rest != 0 && (y < 0) != (rest < 0)) quotient -= 1;
    if (quotient == 0) return copysign(0, x / y);
    double whole = floor(quotient);
    return quotient - whole > 0.5 ? whole + 1 : whole;
}

static double double_remainder(double x, double y)
{
    double rest = fmod(x, y);
    return rest != 0 && (y < 0) != (rest < 0) ? rest + y : rest;
}

// As the dtype of the call computes them.
static double floor_value(const OpCall *call, double x, double y)
{
    if (call->dtype == DTYPE_FLOAT32) return (double)floor_quotient((float)x, (float)y);
    return call->dtype == DTYPE_FLOAT64 ? double_floor_quotient(x, y) : floor(x / y);
}

static double rest_value(const OpCall *call, double x, double y)
{
    if (call->dtype == DTYPE_FLOAT32) return (double)float_remainder((float)x, (float)y);
    return call->dtype == DTYPE_FLOAT64 ? double_remainder(x, y) : x - y * floor(x / y);
}

// The one quotient that int64 cannot hold, INT64_MIN / -1, wraps around.
static int64_t int_quotient(int64_t x, int64_t y)
{
    if (y == -1) return wrapped(0 - (uint64_t)x);
    return x / y - (x % y != 0 && (x < 0) != (y < 0));
}

static int64_t int_remainder(int64_t x, int64_t y)
{
    if (y == -1) return 0;
    int64_t rest = x % y;
    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

static bool has_zero(const Tensor *tensor, DType dtype)
{
    Index at = {0};
    if (tensor_count(tensor) == 0) return false;
    do {
        if (dtype_held(dtype, tensor_get(tensor, at)) == 0) return true;
    } while (index_next(&tensor->shape, &at));
    return false;
}

static bool infer_whole(OpCall *call, const char *kernel, Error *error)
{
    if (!infer_promoted(call, error)) return false;
    if (call->dtype == DTYPE_BOOL) return not_implemented(error, kernel, DTYPE_BOOL);
    bool integers = dtype_is_integer(call->dtype) && shape_count(&call->shape) > 0;
    if (integers && has_zero(call->input[1], call->dtype)) {
        error_set(error, "RuntimeError", "ZeroDivisionError");
        return error_hint(error, "whole numbers cannot be divided by 0; floats give inf or nan");
    }
    return true;
}

ROW2(floordiv_floats, float, float, floor_quotient(x, y))
ROW2(floordiv_doubles, double, double, double_floor_quotient(x, y))
ROW2(floordiv_ints, int64_t, int64_t, int_quotient(x, y))
VALUE2(floordiv_value, floor_value(call, x, y))

static bool floordiv_infer(OpCall *call, Error *error)
{
    return infer_whole(call, "div_floor_cpu", error);
}

static void floordiv_forward(OpCall *call)
{
    elementwise_same(
        call, call->dtype,
        &(RowSet){.floats = floordiv_floats, .doubles = floordiv_doubles, .ints = floordiv_ints});
}

const Op op_floordiv = {
    .name = "floor_divide",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "how many whole times the second cell goes into the first",
    .symbol = "//",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " // "},
    .infer = floordiv_infer,
    .forward = floordiv_forward,
    .sources = sources_elementwise,
    .value = floordiv_value,
};

ROW2(remainder_floats, float, float, float_remainder(x, y))
ROW2(remainder_doubles, double, double, double_remainder(x, y))
ROW2(remainder_ints, int64_t, int64_t, int_remainder(x, y))
VALUE2(remainder_value, rest_value(call, x, y))

static bool remainder_infer(OpCall *call, Error *error)
{
    return infer_whole(call, "remainder_cpu", error);
}

static void remainder_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = remainder_floats,
                               .doubles = remainder_doubles,
                               .ints = remainder_ints});
}

const Op op_remainder = {
    .name = "remainder",
    .signature = "input: Tensor, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "what is left of the first cell after dividing by the second",
    .symbol = "%",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " % "},
    .infer = remainder_infer,
    .forward = remainder_forward,
    .sources = sources_elementwise,
    .value = remainder_value,
};

// ---- ** and negation ---------------------------------------------------------------------------

// PyTorch's vectors hold rows without gaps, in which one of the two may be the same for all cells.
static void pow_floats(void *output, const void *const *in, const int64_t *stride, int64_t n)
{
    bool together = stride[0] + stride[1] > 0 && stride[0] <= 1 && stride[1] <= 1;
    power_row(output, in[0], stride[0], in[1], stride[1], n, !together);
}

ROW2(pow_doubles, double, double, pow(x, y))

// Some exponents have a shorter way, when they are Python numbers (PowKernel.cpp).
#define SHORT_POWER(name, expression)                                                              \
    ROW1(name##_floats, float, float, expression)                                                  \
    ROW1(name##_doubles, double, double, expression)

SHORT_POWER(pow_1, x)
SHORT_POWER(pow_2, x *x)
SHORT_POWER(pow_3, x *x *x)
SHORT_POWER(pow_minus_1, 1 / x)
SHORT_POWER(pow_minus_2, 1 / (x * x))
ROW1(pow_half_floats, float, float, sqrtf(x))
ROW1(pow_half_doubles, double, double, sqrt(x))
ROW1(pow_minus_half_floats, float, float, 1 / sqrtf(x))
ROW1(pow_minus_half_doubles, double, double, 1 / sqrt(x))

static const struct {
    double exponent;
    RowSet rows;
} short_powers[] = {
    {1, {.floats = pow_1_floats, .doubles = pow_1_doubles}},
    {2, {.floats = pow_2_floats, .doubles = pow_2_doubles}},
    {3, {.floats = pow_3_floats, .doubles = pow_3_doubles}},
    {0.5, {.floats = pow_half_floats, .doubles = pow_half_doubles}},
    {-0.5, {.floats = pow_minus_half_floats, .doubles = pow_minus_half_doubles}},
    {-1, {.floats = pow_minus_1_floats, .doubles = pow_minus_1_doubles}},
    {-2, {.floats = pow_minus_2_floats, .doubles = pow_minus_2_doubles}},
};

static const RowSet *short_power(double exponent)
{
    for (size_t i = 0; i < sizeof short_powers / sizeof *short_powers; i++) {
        if (short_powers[i].exponent == exponent) return &short_powers[i].rows;
    }
    return NULL;
}

// Float cells to the power of a number, in place.
static void raise_cells(OpCall *call, double exponent)
{
    Rows rows;
    rows_begin(&rows, &call->shape, (const Tensor *const[]){call->output, call->input[0]}, 2);
    while (rows_next(&rows)) {
        float *cells = row_cells(&rows, 0);
        power_number_row(cells, cells, exponent, rows.length, rows.stride[1] > 1);
    }
}

static void raise_to_number(OpCall *call)
{
    static const RowSet copy = {.floats = pow_1_floats};
    double exponent = tensor_get(call->input[1], (Index){0});
    OpCall unary = *call;
    unary.input_count = 1;
    const RowSet *rows = short_power(exponent);
    if (rows) {
        elementwise_same(&unary, call->dtype, rows);
    } else if (call->dtype == DTYPE_FLOAT64) {
        elementwise_same(call, call->dtype, &(RowSet){.doubles = pow_doubles});
    } else {
        elementwise_same(&unary, call->dtype, &copy);
        raise_cells(call, exponent);
    }
}

// A negative exponent gives the whole part of 1 / x**-y.
static int64_t int_power(int64_t x, int64_t y)
{
    if (y < 0) return x == 1 ? 1 : x == -1 ? (y % 2 ? -1 : 1) : 0;
    uint64_t result = 1, base = (uint64_t)x;
    for (; y; y >>= 1, base *= base) {
        if (y & 1) result *= base;
    }
    return wrapped(result);
}

ROW2(pow_ints, int64_t, int64_t, int_power(x, y))

static double power_value(const OpCall *call, double x, double y)
{
    if (!dtype_is_integer(call->dtype)) return pow(x, y);
    int64_t power = int_power(int_from_double(x), int_from_double(y));
    return (double)dtype_wrapped(call->dtype, power);
}

VALUE2(pow_value, power_value(call, x, y))

static bool pow_infer(OpCall *call, Error *error)
{
    if (!infer_promoted(call, error)) return false;
    if (call->dtype == DTYPE_BOOL) return not_implemented(error, "pow", DTYPE_BOOL);
    const Tensor *exponent = call->input[1];
    if (dtype_is_integer(call->dtype) && exponent->is_number &&
        tensor_get_int(exponent, (Index){0}) < 0) {
        return error_set(error, "RuntimeError",
                         "Integers to negative integer powers are not allowed.");
    }
    return true;
}

static void pow_forward(OpCall *call)
{
    const Tensor *exponent = call->input[1];
    if (dtype_is_float(call->dtype) && exponent->is_number && !call->input[0]->is_number) {
        in_memory_order(call, raise_to_number);
        return;
    }
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = pow_floats, .doubles = pow_doubles, .ints = pow_ints});
}

const Op op_pow = {
    .name = "pow",
    .signature = "input: Number, exponent: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "the first cell to the power of the second",
    .symbol = "**",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " ** "},
    .infer = pow_infer,
    .forward = pow_forward,
    .sources = sources_elementwise,
    .value = pow_value,
};

ROW1(neg_floats, float, float, -x)
ROW1(neg_doubles, double, double, -x)
ROW1(neg_ints, int64_t, int64_t, wrapped(0 - (uint64_t)x))
VALUE1(neg_value, -x)

static bool neg_infer(OpCall *call, Error *error)
{
    if (call->input[0]->dtype == DTYPE_BOOL) {
        return error_set(error, "RuntimeError",
                         "Negation, the `-` operator, on a bool tensor is not supported. If you "
                         "are trying to invert a mask, use the `~` or `logical_not()` operator "
                         "instead.");
    }
    return infer_promoted(call, error);
}

static void neg_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = neg_floats, .doubles = neg_doubles, .ints = neg_ints});
}

const Op op_neg = {
    .name = "neg",
    .aliases = "negative",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the cell with the other sign",
    .symbol = "-",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.before = "-"},
    .infer = neg_infer,
    .forward = neg_forward,
    .sources = sources_elementwise,
    .value = neg_value,
};
