// Elementwise functions of one number: exp, log, sqrt, …, angles, signs and rounding; and a few of
// two: atan2, hypot. Those of the first part compute integers and bools as floats.
#include "tensor/elementwise/float_function.h"

#include <float.h>
#include <math.h>

// A function that a row of math.h computes.
#define FLOAT_FUNCTION(id, its_doc, ...)                                                           \
    FLOAT_ROW(id)                                                                                  \
    FUNCTION(id, id(x))                                                                            \
    UNARY(id, its_doc, FLOATS(id), OF_FLOATS, __VA_ARGS__)

// The same with a tail (float_function.h).
#define TAILED_FUNCTION(id, single, its_doc, ...)                                                  \
    TAILED_ROW(id, x, id##_row, single, f)                                                         \
    FUNCTION(id, id(x))                                                                            \
    UNARY(id, its_doc, FLOATS(id), OF_FLOATS, __VA_ARGS__)

#define DOUBLES_ROUNDED(id)                                                                        \
    static float id##_float(float x)                                                               \
    {                                                                                              \
        return (float)id((double)x);                                                               \
    }

// ---- powers and logarithms ---------------------------------------------------------------------

FLOAT_FUNCTION(exp, "e to the power of the cell", CALLED("exp"), .effort = {6, 12},
               .traits = OP_WRITES_ALL)
TAILED_FUNCTION(exp2, exp2f, "2 to the power of the cell", PREFIX("2 ** "), .effort = {6, 16})
FLOAT_FUNCTION(expm1, "e to the power of the cell, minus 1", .effort = {6, 16},
               .notation = {.before = "exp(", .after = ") - 1"})
FLOAT_FUNCTION(log, "the natural logarithm of the cell", CALLED("log"), .effort = {6, 12})
FLOAT_FUNCTION(log2, "the logarithm of the cell to base 2", CALLED("log2"), .effort = {6, 16})
FLOAT_FUNCTION(log10, "the logarithm of the cell to base 10", CALLED("log10"), .effort = {6, 16})
FLOAT_FUNCTION(log1p, "the natural logarithm of 1 plus the cell", .effort = {6, 16},
               .notation = {.before = "log(1 + ", .after = ")"})

ROW1(sqrt_floats, float, float, sqrtf(x))
FUNCTION(sqrt, sqrt(x))
UNARY(sqrt, "the square root of the cell", FLOATS(sqrt), OF_FLOATS, CALLED("sqrt"),
      .traits = OP_WRITES_ALL)

ROW1(rsqrt_whole_floats, float, float, 1 / sqrtf(x))
ROW1(rsqrt_doubles, double, double, 1 / sqrt(x))
VALUE1(rsqrt_value, 1 / sqrt(x))

static void rsqrt_floats(void *output, const void *const *in, const int64_t *stride, int64_t n)
{
    DType halves = (DType)((const double *)in[PARAMETERS])[0];
    int64_t blocks = halves ? blocks_of_halves(stride, 1, n) : n;
    rsqrt_whole_floats(output, in, stride, blocks);
    const float *x = in[0];
    float *out = output;
    for (int64_t i = blocks; i < n; i++) out[i] = 1 / half_step(halves, sqrtf(x[i * stride[0]]));
}

static void rsqrt_forward(OpCall *call)
{
    OpCall rounded = *call;
    bool half = dtype_is_half(call->dtype);
    rounded.arg[0] = (Arg){.kind = ARG_FLOAT, .f = half ? call->dtype : 0};
    elementwise_forward(&rounded);
}

UNARY_BY(rsqrt_forward, 0, rsqrt, "input: Tensor", "1 divided by the square root of the cell",
         FLOATS(rsqrt), OF_FLOATS, .notation = {.before = "1 / sqrt(", .after = ")"},
         .effort = {4, 2}, .traits = OP_WRITES_ALL)

REALS1(reciprocal, 1 / x)
UNARY(reciprocal, "1 divided by the cell", FLOATS(reciprocal), OF_FLOATS, PREFIX("1 / "),
      .effort = {6, 16})

REALS1(square, x *x)
ROW1(square_ints, int64_t, int64_t, (int64_t)((uint64_t)x *(uint64_t)x))

static bool square_infer(OpCall *call, Error *error)
{
    bool ok = infer_promoted(call, error);
    if (call->dtype == DTYPE_BOOL) call->dtype = DTYPE_INT64;
    return ok;
}

UNARY(square, "the cell times itself", NUMBERS(square), PATTERN("$x**2"), .infer = square_infer,
      .layout = layout_together)

// ---- curves ------------------------------------------------------------------------------------

FLOAT_ROW(tanh)
FUNCTION(tanh, tanh(x))
UNARY_IN(IN_FUNCTIONAL, tanh, "input: Tensor",
         "the hyperbolic tangent of the cell, between -1 and 1", FLOATS(tanh), OF_FLOATS,
         CALLED("tanh"), .effort = {9, 20}, .traits = OP_WRITES_ALL)

TAILED_ROW(sigmoid, 0 - x, exp_row, expf, 1 / (1 + f))
FUNCTION(sigmoid, 1 / (1 + exp(-x)))
UNARY_IN(IN_FUNCTIONAL, sigmoid, "input: Tensor", "1 / (1 + exp(-x)) of the cell, between 0 and 1",
         FLOATS(sigmoid), OF_FLOATS, CALLED("sigmoid"), .effort = {6, 11}, .traits = OP_WRITES_ALL)

// Its gradient, which PyTorch computes in one step, that rounds once less than the operations.
ROW2(tanh_backward_floats, float, float, x *fmaf(-y, y, 1.0f))
ROW2(tanh_backward_doubles, double, double, x *fma(-y, y, 1.0))
VALUE2(tanh_backward_value, x *(1 - y * y))
ELEMENTWISE(tanh_backward, .name = "tanh_backward",
            .signature = "grad_output: Tensor, output: Tensor", .shape = "(...), (...) -> (...)",
            .doc = "the gradient times the slope of tanh, which follows from its value",
            .found = IN_LIBRARY, FLOATS(tanh_backward), OF_FLOATS, PATTERN("$x * (1 - $y**2)"))

FLOAT_FUNCTION(erf, "the error function of the cell, between -1 and 1", CALLED("erf"),
               .effort = {6, 16})
FLOAT_FUNCTION(erfc, "1 minus the error function of the cell", CALLED("erfc"), .effort = {45, 45})

DOUBLES_ROUNDED(sinh)
TAILED_FUNCTION(sinh, sinh_float, "the hyperbolic sine of the cell", CALLED("sinh"),
                .effort = {16, 16})
DOUBLES_ROUNDED(cosh)
TAILED_FUNCTION(cosh, cosh_float, "the hyperbolic cosine of the cell", CALLED("cosh"),
                .effort = {16, 16})

// ---- angles ------------------------------------------------------------------------------------

FLOAT_FUNCTION(sin, "the sine of the cell", CALLED("sin"), .effort = {6, 14})
FLOAT_FUNCTION(cos, "the cosine of the cell", CALLED("cos"), .effort = {6, 14})
FLOAT_FUNCTION(tan, "the tangent of the cell", CALLED("tan"), .effort = {6, 16})
FLOAT_FUNCTION(asin, "the angle whose sine is the cell", CALLED("asin"), .effort = {6, 16})
FLOAT_FUNCTION(acos, "the angle whose cosine is the cell", CALLED("acos"), .effort = {6, 16})
FLOAT_FUNCTION(atan, "the angle whose tangent is the cell", CALLED("atan"), .effort = {6, 16})

#define PI 3.14159265358979323846

ROW1(deg2rad_floats, float, float, x *(float)(PI / 180))
FUNCTION(deg2rad, x *(PI / 180))
UNARY(deg2rad, "the cell, converted from degrees to radians", FLOATS(deg2rad),
      PREFIX("pi / 180 * "), .infer = infer_float, .layout = layout_like_first, .effort = {6, 16})

ROW1(rad2deg_floats, float, float, x *(float)(180 / PI))
FUNCTION(rad2deg, x *(180 / PI))
UNARY(rad2deg, "the cell, converted from radians to degrees", FLOATS(rad2deg),
      PREFIX("180 / pi * "), .infer = infer_float, .layout = layout_like_first, .effort = {6, 16})

static float atan2_apart(float y, float x)
{
    return (float)atan2((double)y, (double)x);
}

FLOAT_ROW2(atan2, atan2_apart)
ROW2(atan2_doubles, double, double, atan2(x, y))
VALUE2(atan2_value, atan2(x, y))
BINARY(atan2, "atan2", TWO_TENSORS,
       "the angle of the point with the first cell as its height and the second as its width",
       FLOATS(atan2), OF_FLOATS, CALLED_OF_TWO("atan2"), .aliases = "arctan2", .effort = {11, 17})

FLOAT_ROW2(hypot, hypotf)
ROW2(hypot_doubles, double, double, hypot(x, y))
VALUE2(hypot_value, hypot(x, y))
BINARY(hypot, "hypot", TWO_TENSORS,
       "the third side of the right triangle that has the two cells as sides", FLOATS(hypot),
       ONLY_FLOATS("hypot_cpu"), PATTERN("sqrt($x**2 + $y**2)"), .effort = {6, 18})

// ---- signs -------------------------------------------------------------------------------------

REALS1(neg, -x)
ROW1(neg_ints, int64_t, int64_t, (int64_t)(0 - (uint64_t)x))

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

UNARY(neg, "the cell with its sign changed", NUMBERS(neg), PREFIX("-"), .symbol = "-",
      .aliases = "negative", .infer = neg_infer, .layout = layout_together, .traits = OP_WRITES_ALL)

static bool positive_infer(OpCall *call, Error *error)
{
    if (call->input[0]->dtype == DTYPE_BOOL) {
        return error_set(error, "RuntimeError",
                         "The `+` operator, on a bool tensor is not supported.");
    }
    infer_same_view(call);
    return call->is_same = true;
}

// It is a view: forward is not called.
OP_ROW(positive, "input: Tensor", "(...) -> (...)", "the cell as it is", IN_TORCH | IN_TENSOR,
       .moves = true, .forward = elementwise_forward, .sources = sources_same_cell)

ROW1(abs_floats, float, float, fabsf(x))
ROW1(abs_doubles, double, double, fabs(x))
ROW1(abs_ints, int64_t, int64_t, (int64_t)(x < 0 ? 0 - (uint64_t)x : (uint64_t)x))
VALUE1(abs_value, fabs(x))
UNARY(abs, "the cell without its sign", NUMBERS(abs), NO_BOOLS("abs_cpu"), CALLED("abs"),
      .aliases = "absolute")

// NaN is neither above nor below 0: its sign is 0.
ROW1(sign_floats, float, float, (float)((0 < x) - (x < 0)))
ROW1(sign_doubles, double, double, (double)((0 < x) - (x < 0)))
ROW1(sign_ints, int64_t, int64_t, (0 < x) - (x < 0))
ROW1(sign_bools, unsigned char, unsigned char, x)
VALUE1(sign_value, (double)((0 < x) - (x < 0)))
UNARY(sign, "-1, 0 or 1: negative, zero or positive", ALL_TYPES(sign), OF_ANY, CALLED("sign"))
VALUE1(sgn_value, sign_value(call, &x, 1))
UNARY(sgn, "-1, 0 or 1: what sign is called where numbers may be complex", ALL_TYPES(sign), OF_ANY,
      CALLED("sign"))

// Written so that NaN stays NaN.
REALS1(relu, x < 0 ? 0 : x)
ROW1(relu_ints, int64_t, int64_t, x < 0 ? 0 : x)

static bool relu_infer(OpCall *call, Error *error)
{
    if (call->input[0]->dtype == DTYPE_BOOL)
        return error_set(error, "RuntimeError", "Boolean inputs not supported for relu");
    return infer_promoted(call, error);
}

UNARY_IN(IN_FUNCTIONAL, relu, "input: Tensor, inplace: bool = False",
         "the cell, or 0 where it is negative", NUMBERS(relu),
         .notation = {.before = "max(0, ", .after = ")"}, .infer = relu_infer,
         .layout = layout_together, .traits = OP_WRITES_ALL)

// ---- whole numbers and what is left of them ----------------------------------------------------

ROW1(same_ints, int64_t, int64_t, x)

#define WHOLE(id, in_float, its_kernel, its_doc)                                                   \
    ROW1(id##_floats, float, float, in_float)                                                      \
    FUNCTION(id, id(x))                                                                            \
    UNARY(id, its_doc,                                                                             \
          .rows =                                                                                  \
              &(const RowSet){.floats = id##_floats, .doubles = id##_doubles, .ints = same_ints},  \
          NO_BOOLS(its_kernel), CALLED(#id), .effort = {6, 16})

WHOLE(floor, floorf(x), "floor_vml_cpu", "the largest whole number that is not above the cell")
WHOLE(ceil, ceilf(x), "ceil_vml_cpu", "the smallest whole number that is not below the cell")
WHOLE(trunc, truncf(x), "trunc_vml_cpu", "the cell without the digits after the point")

ROW1(frac_floats, float, float, x - truncf(x))
FUNCTION(frac, x - trunc(x))
UNARY(frac, "the digits of the cell after the point", FLOATS(frac), ONLY_FLOATS("frac_cpu"),
      CALLED("frac"), .effort = {6, 16})

// Half to even. Decimals as PyTorch does them, every step in float32: 0.15 * 10 is 1.5 there.
static float rounded(float x, int64_t decimals)
{
    if (decimals == 0) return nearbyintf(x);
    float scale = (float)pow(10, fabs((double)decimals));
    return decimals > 0 ? nearbyintf(x * scale) / scale : nearbyintf(x / scale) * scale;
}

static double double_rounded(double x, int64_t decimals)
{
    if (decimals == 0) return nearbyint(x);
    double scale = pow(10, fabs((double)decimals));
    return decimals > 0 ? nearbyint(x * scale) / scale : nearbyint(x / scale) * scale;
}

static double as_rounded(const OpCall *call, double x)
{
    int64_t decimals = call_int(call, 0, 0);
    return dtype_compute(call->dtype) == DTYPE_FLOAT32 ? (double)rounded((float)x, decimals)
                                                       : double_rounded(x, decimals);
}

static bool round_infer(OpCall *call, Error *error)
{
    DType dtype = call->input[0]->dtype;
    bool whole = call_int(call, 0, 0) == 0;
    if (dtype == DTYPE_BOOL || (dtype_is_integer(dtype) && !whole))
        return error_not_implemented(error, whole ? "round_vml_cpu" : "round_cpu", dtype);
    return infer_promoted(call, error);
}

ROW1P(round_floats, float, float, rounded(x, (int64_t)p[0]))
ROW1P(round_doubles, double, double, double_rounded(x, (int64_t)p[0]))
VALUE1(round_value, as_rounded(call, x))
UNARY_IN(0, round, "input: Tensor, decimals: int = 0",
         "the cell rounded to a whole number, or to so many decimals; halves go to the even one",
         .rows = &(const RowSet){.floats = round_floats,
                                 .doubles = round_doubles,
                                 .ints = same_ints},
         .notation = {.before = "round(", .after = ", $0)"}, .infer = round_infer,
         .layout = layout_together, .effort = {72, 28})

// ---- numbers or not ----------------------------------------------------------------------------

#define QUESTION(id, in_float, of_int, in_double, its_layout, its_doc)                             \
    ROW1(id##_floats, float, unsigned char, in_float)                                              \
    ROW1(id##_doubles, double, unsigned char, in_double)                                           \
    ROW1(id##_ints, int64_t, unsigned char, ((void)x, of_int))                                     \
    ROW1(id##_bools, unsigned char, unsigned char, ((void)x, of_int))                              \
    VALUE1(id##_value, (double)(in_double))                                                        \
    UNARY(id, its_doc, ALL_TYPES(id), CALLED(#id), .infer = infer_bool, .layout = its_layout,      \
          .effort = {6, 16})

// abs(x) == inf
static void isinf_layout(const OpCall *call, int64_t *stride)
{
    bool has_floats = dtype_is_float(call->input[0]->dtype);
    (has_floats ? layout_then_number : layout_like_first)(call, stride);
}

QUESTION(isnan, x != x, 0, x != x, layout_together, "True where the cell is NaN")
QUESTION(isinf, fabsf(x) > FLT_MAX, 0, fabs(x) > DBL_MAX, isinf_layout,
         "True where the cell is infinite")
QUESTION(isfinite, fabsf(x) <= FLT_MAX, 1, fabs(x) <= DBL_MAX, layout_of_floats_twice,
         "True where the cell is a finite number")
