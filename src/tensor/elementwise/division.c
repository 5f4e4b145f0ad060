// / // % and fmod.
//
// Floor division and remainder follow Python: the remainder has the sign of the divisor
// (PyTorch's BinaryOpsKernel.cpp, div_floor_kernel and remainder_kernel).
#include "tensor/elementwise/float_function.h"
#include "tensor/formula.h"

#include <math.h>
#include <string.h>

static int64_t wrapped(uint64_t bits)
{
    return (int64_t)bits;
}

// ---- / // % ------------------------------------------------------------------------------------

ROW2(div_floats, float, float, x / y)
ROW2(div_doubles, double, double, x / y)
ROW2(reciprocal_floats, float, float, 1 / y * x)
ROW2(reciprocal_doubles, double, double, 1 / y * x)
// Of halves, a number by a tensor.
static bool rounds_twice(const OpCall *call)
{
    return dtype_is_half(call->dtype) && call->input[0]->is_number && !call->input[1]->is_number;
}

static double quotient_value(const OpCall *call, double x, double y)
{
    return rounds_twice(call) ? dtype_held(call->dtype, 1 / y) * x : x / y;
}

VALUE2(div_value, quotient_value(call, x, y))

// The quotient rounded down, and a remainder of fmod() with the sign of what is divided by.
#define FLOOR_DIVISION(prefix, Number, suffix)                                                     \
    static Number prefix##floor_quotient(Number x, Number y)                                       \
    {                                                                                              \
        if (y == 0) return x / y;                                                                  \
        Number rest = fmod##suffix(x, y), quotient = (x - rest) / y;                               \
        if (rest != 0 && (y < 0) != (rest < 0)) quotient -= 1;                                     \
        if (quotient == 0) return copysign##suffix(0, x / y);                                      \
        Number whole = floor##suffix(quotient);                                                    \
        return quotient - whole > (Number)0.5 ? whole + 1 : whole;                                 \
    }                                                                                              \
    static Number prefix##signed_rest(Number rest, Number y)                                       \
    {                                                                                              \
        return rest != 0 && (y < 0) != (rest < 0) ? rest + y : rest;                               \
    }

FLOOR_DIVISION(, float, f)
FLOOR_DIVISION(double_, double, )

static double double_remainder(double x, double y)
{
    return double_signed_rest(fmod(x, y), y);
}

// As the dtype of the call computes them.
static double floor_value(const OpCall *call, double x, double y)
{
    if (dtype_compute(call->dtype) == DTYPE_FLOAT32)
        return (double)floor_quotient((float)x, (float)y);
    return call->dtype == DTYPE_FLOAT64 ? double_floor_quotient(x, y) : floor(x / y);
}

static double rest_value(const OpCall *call, double x, double y)
{
    if (dtype_compute(call->dtype) == DTYPE_FLOAT32)
        return (double)signed_rest(fmodf((float)x, (float)y), (float)y);
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

static bool divides_whole(OpCall *call, const char *kernel, Error *error)
{
    if (!infer_promoted(call, error)) return false;
    if (call->dtype == DTYPE_BOOL) return error_not_implemented(error, kernel, DTYPE_BOOL);
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

static bool infer_whole(OpCall *call, Error *error)
{
    return divides_whole(call, call->op->kernel, error);
}

BINARY(floordiv, "floor_divide", TWO_NUMBERS,
       "how many whole times the second cell fits into the first", NUMBERS(floordiv),
       OPERATOR("//"), .kernel = "div_floor_cpu", .infer = infer_whole, .layout = layout_together,
       .traits = OP_EXACT_NUMBER, .effort = {32, 29})

// ---- div, which may round its quotient ---------------------------------------------------------

ROW2(trunc_floats, float, float, truncf(x / y))
ROW2(trunc_doubles, double, double, trunc(x / y))
ROW2(trunc_ints, int64_t, int64_t, y == -1 ? wrapped(0 - (uint64_t)x) : x / y)

// 'f'loor, 't'runc, or 0.
static char rounding_of(const OpCall *call)
{
    const char *mode = call_str(call, 0, "");
    return strcmp(mode, "floor") == 0 || strcmp(mode, "trunc") == 0 ? mode[0] : 0;
}

static bool div_infer(OpCall *call, Error *error)
{
    if (!call_has(call, 0)) return infer_float(call, error);
    if (rounding_of(call))
        return divides_whole(call, rounding_of(call) == 'f' ? "div_floor_cpu" : "div_trunc_cpu",
                             error);
    return error_set(error, "RuntimeError",
                     "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
                     "'%s'",
                     call->arg[0].text);
}

static void div_forward(OpCall *call)
{
    static const RowSet plain = {.floats = div_floats, .doubles = div_doubles};
    static const RowSet of_number = {.floats = reciprocal_floats, .doubles = reciprocal_doubles};
    static const RowSet truncated = {
        .floats = trunc_floats, .doubles = trunc_doubles, .ints = trunc_ints};
    bool number_first = call->input[0]->is_number && !call->input[1]->is_number; // 2 / x
    if (rounding_of(call) == 'f')
        elementwise_same(call, call->dtype, op_floordiv.rows);
    else if (!rounding_of(call) && rounds_twice(call))
        elementwise_by_value(call);
    else
        elementwise_same(call, call->dtype,
                         rounding_of(call) ? &truncated
                         : number_first    ? &of_number
                                           : &plain);
}

static void div_sources(const OpCall *call, Index at, Terms *terms)
{
    sources_elementwise(call, at, terms);
    if (rounding_of(call)) terms->kind = TERMS_FORMULA;
}

static double div_formula(const OpCall *call, Formula *f)
{
    formula_pattern(f, call, "$0($x / $y)");
    if (rounding_of(call) == 'f') return floor_value(call, f->term[0], f->term[1]);
    return trunc(f->term[0] / f->term[1]);
}

// A number by a tensor is the number times its reciprocal.
static void div_layout(const OpCall *call, int64_t *stride)
{
    (call->input[0]->is_number ? layout_then_number : layout_together)(call, stride);
}

OP_ROW(div, "input: Number, other: Number, rounding_mode: str? = None", "(...), (...) -> (...)",
       "the first cell divided by the second", IN_TORCH | IN_TENSOR,
       .traits = OP_EXACT_NUMBER | OP_EXACT_FIRST | OP_KNOWS_HALVES | OP_WRITES_ALL,
       .aliases = "divide true_divide", .symbol = "/", .layout = div_layout,
       .notation = {.between = " / "}, .forward = div_forward, .sources = div_sources,
       .value = div_value, .formula = div_formula)

FLOAT_ROW2(fmod, fmodf)

static void remainder_floats(void *output, const void *const *in, const int64_t *stride, int64_t n)
{
    enum { PART = 32 * BLOCK }; // the output may be what is divided by
    const float *x = in[0], *y = in[1];
    float *out = output, rest[PART];
    for (int64_t i = 0; i < n; i += PART) {
        int64_t part = n - i < PART ? n - i : PART;
        const void *const operands[] = {x + i * stride[0], y + i * stride[1]};
        fmod_floats(rest, operands, stride, part);
        for (int64_t k = 0; k < part; k++)
            out[i + k] = signed_rest(rest[k], y[(i + k) * stride[1]]);
    }
}

ROW2(remainder_doubles, double, double, double_remainder(x, y))
ROW2(remainder_ints, int64_t, int64_t, int_remainder(x, y))
VALUE2(remainder_value, rest_value(call, x, y))

BINARY(remainder, "remainder", TWO_NUMBERS, "the remainder of the first cell divided by the second",
       NUMBERS(remainder), OPERATOR("%"), .kernel = "remainder_cpu", .infer = infer_whole,
       .layout = layout_together, .effort = {31, 27})

// ---- fmod --------------------------------------------------------------------------------------

ROW2(fmod_doubles, double, double, fmod(x, y))
ROW2(fmod_ints, int64_t, int64_t, y == -1 ? 0 : x % y)
VALUE2(fmod_value, fmod(x, y))

BINARY(fmod, "fmod", TENSOR_AND_NUMBER,
       "the remainder of the first cell divided by the second, with the sign of the first",
       NUMBERS(fmod), CALLED_OF_TWO("fmod"), .kernel = "fmod_cpu", .infer = infer_whole,
       .layout = layout_together, .effort = {27, 20})
