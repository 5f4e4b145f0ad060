// + - * **.
//
// Integers wrap around on overflow as PyTorch's do, so they are computed as unsigned.
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/elementwise/float_function.h"
#include "tensor/formula.h"
#include "tensor/rows.h"

#include <math.h>

static int64_t wrapped(uint64_t bits)
{
    return (int64_t)bits;
}

// ---- alpha: x + alpha * y ----------------------------------------------------------------------

// PyTorch's floats are added with one rounding. Of halves, those that are left over of whole blocks
// have their product rounded as well.
static void scaled_floats(void *output, const void *const *in, const int64_t *stride, int64_t n)
{
    const float *a = in[0], *b = in[1];
    const double *p = in[PARAMETERS];
    float *out = output, alpha = (float)p[0];
    DType halves = (DType)p[1];
    int64_t blocks = halves ? blocks_of_halves(stride, 2, n) : n;
    for (int64_t i = 0; i < blocks; i++) out[i] = fused(alpha, b[i * stride[1]], a[i * stride[0]]);
    for (int64_t i = blocks; i < n; i++)
        out[i] = a[i * stride[0]] + half_step(halves, alpha * b[i * stride[1]]);
}

ROW2(scaled_doubles, double, double, x + p[0] * y)
ROW2(scaled_ints, int64_t, int64_t, wrapped((uint64_t)x + (uint64_t)(int64_t)p[0] * (uint64_t)y))
ROW2(scaled_bools, unsigned char, unsigned char, x | ((p[0] != 0) & y))

static bool has_alpha(const OpCall *call)
{
    return call_float(call, 0, 1) != 1;
}

static bool alpha_fits(const OpCall *call, Error *error)
{
    const Arg *alpha = &call->arg[0];
    if (alpha->kind == ARG_BOOL && call->dtype != DTYPE_BOOL) {
        return error_set(error, "RuntimeError",
                         "Boolean alpha only supported for Boolean results.");
    }
    if (!number_fits_float(call_float(call, 0, 1), call->dtype, error)) return false;
    if (dtype_is_float(call->dtype) || alpha->kind != ARG_FLOAT) return true;
    return error_set(error, "RuntimeError",
                     "For integral input tensors, argument alpha must not be a floating point "
                     "number.");
}

static void scaled_forward(OpCall *call, double sign)
{
    OpCall scaled = *call;
    double alpha = call_float(call, 0, 1);
    bool half = dtype_is_half(call->dtype);
    if (half) alpha = dtype_held(call->dtype, alpha);
    scaled.arg[0] = (Arg){.kind = ARG_FLOAT, .f = sign * alpha};
    scaled.arg[1] = (Arg){.kind = ARG_FLOAT, .f = half ? call->dtype : 0};
    elementwise_same(&scaled, call->dtype,
                     &(RowSet){.floats = scaled_floats,
                               .doubles = scaled_doubles,
                               .ints = scaled_ints,
                               .bools = scaled_bools});
}

static void sources_scaled(const OpCall *call, Index at, Terms *terms)
{
    sources_elementwise(call, at, terms);
    if (has_alpha(call)) terms->kind = TERMS_FORMULA;
}

static double add_scaled_formula(const OpCall *call, Formula *f)
{
    formula_pattern(f, call, "$x + $0 * $y");
    return f->term[0] + call_float(call, 0, 1) * f->term[1];
}

static double sub_scaled_formula(const OpCall *call, Formula *f)
{
    formula_pattern(f, call, "$x - $0 * $y");
    return f->term[0] - call_float(call, 0, 1) * f->term[1];
}

// ---- + - * -------------------------------------------------------------------------------------

REALS2(add, x + y)
ROW2(add_ints, int64_t, int64_t, wrapped((uint64_t)x + (uint64_t)y))
ROW2(add_bools, unsigned char, unsigned char, x | y)

static bool add_infer(OpCall *call, Error *error)
{
    return infer_promoted(call, error) && alpha_fits(call, error);
}

static void add_forward(OpCall *call)
{
    if (has_alpha(call))
        scaled_forward(call, 1);
    else
        elementwise_forward(call);
}

// The second cell may be scaled first.
#define SCALED_ROW(id, sign, its_doc, ...)                                                         \
    OP(id, "input: Number, other: Number, alpha: scalar = 1", "(...), (...) -> (...)", its_doc,    \
       IN_TORCH | IN_TENSOR, OPERATOR(sign), .traits = OP_KNOWS_HALVES | OP_WRITES_ALL,            \
       .layout = layout_together, .infer = id##_infer, .forward = id##_forward,                    \
       .sources = sources_scaled, .value = id##_value, .formula = id##_scaled_formula,             \
       __VA_ARGS__)

SCALED_ROW(add, "+", "the sum of the two cells", ALL_TYPES(add))

REALS2(sub, x - y)
ROW2(sub_ints, int64_t, int64_t, wrapped((uint64_t)x - (uint64_t)y))

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
    return infer_promoted(call, error) && alpha_fits(call, error);
}

static void sub_forward(OpCall *call)
{
    if (has_alpha(call))
        scaled_forward(call, -1);
    else
        elementwise_forward(call);
}

SCALED_ROW(sub, "-", "the second cell subtracted from the first", NUMBERS(sub),
           .aliases = "subtract")

REALS2(mul, x *y)
ROW2(mul_ints, int64_t, int64_t, wrapped((uint64_t)x *(uint64_t)y))
ROW2(mul_bools, unsigned char, unsigned char, x &y)

BINARY(mul, "mul", TWO_NUMBERS, "the product of the two cells", ALL_TYPES(mul), OF_ANY,
       OPERATOR("*"), .aliases = "multiply",
       .traits = OP_EXACT_NUMBER | OP_EXACT_FIRST | OP_WRITES_ALL)

void elementwise_mul(OpCall *call)
{
    elementwise_same(call, call->dtype, op_mul.rows);
}

// ---- ** -----------------------------------------------------------------------------------------

// PyTorch's vectors hold rows without gaps, in which one of the two may be the same for all cells.
FLOAT_ROW2(pow, powf)

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
    float exponents[BLOCK];
    for (int k = 0; k < BLOCK; k++) exponents[k] = (float)exponent;
    rows_begin_as_stored(&rows, &call->shape, (const Tensor *const[]){call->output, call->input[0]},
                         2);
    while (rows_next(&rows)) {
        float *cell = row_cells(&rows, 0);
        int64_t blocks = rows.stride[1] > 1 ? 0 : rows.length / BLOCK * BLOCK, i = 0;
        for (; i < blocks; i += BLOCK) pow_row(cell + i, cell + i, exponents, BLOCK);
        for (; i < rows.length; i++) cell[i] = (float)pow((double)cell[i], exponent);
    }
}

// PyTorch's kernel for bfloat16 multiplies twice and rounds each time.
static bool rounds_twice(const OpCall *call, double exponent)
{
    return call->dtype == DTYPE_BFLOAT16 && (exponent == 3 || exponent == -2);
}

static void raise_to_number(OpCall *call)
{
    static const RowSet copy = {.floats = pow_1_floats};
    double exponent = tensor_get(call->input[1], (Index){0});
    OpCall unary = *call;
    unary.input_count = 1;
    const RowSet *rows = short_power(exponent);
    if (rounds_twice(call, exponent)) {
        elementwise_by_value(call);
    } else if (rows) {
        elementwise_same(&unary, call->dtype, rows);
    } else if (call->dtype != DTYPE_FLOAT32) {
        elementwise_forward(call);
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
ROW2(pow_bools, unsigned char, unsigned char, (unsigned char)(x | !y))

static double power_value(const OpCall *call, double x, double y)
{
    if (rounds_twice(call, y) && call->input[1]->is_number) {
        double square = dtype_held(call->dtype, x * x);
        return y == 3 ? square * x : 1 / square;
    }
    if (dtype_is_float(call->dtype)) return pow(x, y);
    int64_t power = int_power(convert_to_int(x), convert_to_int(y));
    return (double)dtype_wrapped(call->dtype, power);
}

VALUE2(pow_value, power_value(call, x, y))

static bool pow_infer(OpCall *call, Error *error)
{
    if (!infer_promoted(call, error)) return false;
    const Tensor *exponent = call->input[1];
    if (call->dtype == DTYPE_BOOL && !exponent->is_number)
        return error_not_implemented(error, "pow", DTYPE_BOOL);
    if (dtype_is_integer(call->dtype) && exponent->is_number &&
        tensor_get_int(exponent, (Index){0}) < 0) {
        return error_set(error, "RuntimeError",
                         "Integers to negative integer powers are not allowed.");
    }
    if (dtype_is_half(call->dtype)) return dtype_fits_number(exponent, call->dtype, error);
    return true;
}

static void pow_layout(const OpCall *call, int64_t *stride)
{
    if (call->input[0]->is_number)
        shape_strides(&call->shape, stride);
    else
        layout_of_tensors(call, stride);
}

static void pow_forward(OpCall *call)
{
    const Tensor *exponent = call->input[1];
    if (dtype_is_float(call->dtype) && exponent->is_number && !call->input[0]->is_number)
        raise_to_number(call);
    else
        elementwise_forward(call);
}

// A small whole exponent in the code is a product, 1/2 a root.
static void pow_cost(const OpCall *call, Cost *cost)
{
    const Tensor *exponent = call->input[1];
    int64_t cells = shape_count(&call->shape);
    double power = exponent->is_number ? tensor_get(exponent, (Index){0}) : 0.1;
    bool whole = fabs(power) <= 8 && power == floor(power);
    if (whole) {
        int64_t products = (int64_t)fabs(power) - 1;
        cost_add(cost, COST_MULTIPLICATIONS, cells, (products > 0 ? products : 0) + (power < 0));
    } else {
        cost_add(cost, power == 0.5 ? COST_OTHERS : COST_EXPONENTIALS, cells, 1);
    }
}

BINARY_BY(pow_forward, pow, "pow", "input: Number, exponent: Number",
          "the first cell to the power of the second", ALL_TYPES(pow), OPERATOR("**"),
          .infer = pow_infer, .layout = pow_layout, .cost = pow_cost, .effort = {40, 24},
          .traits = OP_WRITES_ALL)
