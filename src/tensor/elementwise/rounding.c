// floor, ceil, trunc, frac, sign, and what asks whether a cell is a number at all. Integers stay
// what they are.
#include "tensor/elementwise/float_function.h"

#include <float.h>
#include <math.h>

enum { PLACES = IN_TORCH | IN_TENSOR };

// Whole numbers: integers pass, bools are refused.
static bool infer_whole(OpCall *call, const char *kernel, Error *error)
{
    DType dtype = call->input[0]->dtype;
    if (dtype == DTYPE_BOOL) return error_not_implemented(error, kernel, dtype);
    return infer_promoted(call, error);
}

#define WHOLE(name, in_float, in_double, kernel)                                                   \
    ROW1(name##_floats, float, float, in_float)                                                    \
    ROW1(name##_doubles, double, double, in_double)                                                \
    VALUE1(name##_value, in_double)                                                                \
    static bool name##_infer(OpCall *call, Error *error)                                           \
    {                                                                                              \
        return infer_whole(call, kernel, error);                                                   \
    }                                                                                              \
    static void name##_forward(OpCall *call)                                                       \
    {                                                                                              \
        elementwise_same(                                                                          \
            call, call->dtype,                                                                     \
            &(RowSet){.floats = name##_floats, .doubles = name##_doubles, .ints = same_ints});     \
    }

ROW1(same_ints, int64_t, int64_t, x)

WHOLE(floor, floorf(x), floor(x), "floor_vml_cpu")
FUNCTION_ROW(floor, .signature = "input: Tensor", .infer = floor_infer, .layout = layout_together,
             SHORT_WORK, .notation = {.before = "floor(", .after = ")"},
             .doc = "the largest whole number that is not above the cell")

WHOLE(ceil, ceilf(x), ceil(x), "ceil_vml_cpu")
FUNCTION_ROW(ceil, .signature = "input: Tensor", .infer = ceil_infer, .layout = layout_together,
             SHORT_WORK, .notation = {.before = "ceil(", .after = ")"},
             .doc = "the smallest whole number that is not below the cell")

WHOLE(trunc, truncf(x), trunc(x), "trunc_vml_cpu")
FUNCTION_ROW(trunc, .signature = "input: Tensor", .infer = trunc_infer, .layout = layout_together,
             SHORT_WORK, .notation = {.before = "trunc(", .after = ")"},
             .doc = "the cell without the digits after the point")

// ---- frac, sign, square, reciprocal, + ---------------------------------------------------------

ROW1(frac_floats, float, float, x - truncf(x))
ROW1(frac_doubles, double, double, x - trunc(x))
VALUE1(frac_value, x - trunc(x))

static bool frac_infer(OpCall *call, Error *error)
{
    DType dtype = call->input[0]->dtype;
    if (!dtype_is_float(dtype)) return error_not_implemented(error, "frac_cpu", dtype);
    return infer_promoted(call, error);
}

static void frac_forward(OpCall *call)
{
    elementwise_same(call, call->dtype, &(RowSet){.floats = frac_floats, .doubles = frac_doubles});
}

FUNCTION_ROW(frac, .signature = "input: Tensor", .infer = frac_infer, .layout = layout_together,
             SHORT_WORK, .notation = {.before = "frac(", .after = ")"},
             .doc = "the digits of the cell after the point")

// NaN is neither above nor below 0: its sign is 0.
ROW1(sign_floats, float, float, (float)((0 < x) - (x < 0)))
ROW1(sign_doubles, double, double, (double)((0 < x) - (x < 0)))
ROW1(sign_ints, int64_t, int64_t, (0 < x) - (x < 0))
ROW1(sign_bools, unsigned char, unsigned char, x)
VALUE1(sign_value, (double)((0 < x) - (x < 0)))

static void sign_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = sign_floats,
                               .doubles = sign_doubles,
                               .ints = sign_ints,
                               .bools = sign_bools});
}

const Op op_sign = {
    .name = "sign",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "-1, 0 or 1: negative, zero or positive",
    .found = PLACES,
    .layout = layout_together,
    .notation = {.before = "sign(", .after = ")"},
    .infer = infer_promoted,
    .forward = sign_forward,
    .sources = sources_elementwise,
    .value = sign_value,
};

const Op op_sgn = {
    .name = "sgn",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "-1, 0 or 1: what sign is called where numbers may be complex",
    .found = PLACES,
    .layout = layout_together,
    .notation = {.before = "sign(", .after = ")"},
    .infer = infer_promoted,
    .forward = sign_forward,
    .sources = sources_elementwise,
    .value = sign_value,
};

ROW1(square_floats, float, float, x *x)
ROW1(square_doubles, double, double, x *x)
ROW1(square_ints, int64_t, int64_t, (int64_t)((uint64_t)x *(uint64_t)x))
VALUE1(square_value, x *x)

static bool square_infer(OpCall *call, Error *error)
{
    bool ok = infer_promoted(call, error);
    if (call->dtype == DTYPE_BOOL) call->dtype = DTYPE_INT64;
    return ok;
}

static void square_forward(OpCall *call)
{
    elementwise_same(
        call, call->dtype,
        &(RowSet){.floats = square_floats, .doubles = square_doubles, .ints = square_ints});
}

const Op op_square = {
    .name = "square",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the cell times itself",
    .found = PLACES,
    .layout = layout_together,
    .notation = {.pattern = "$x**2"},
    .infer = square_infer,
    .forward = square_forward,
    .sources = sources_elementwise,
    .value = square_value,
};

ROW1(reciprocal_floats, float, float, 1 / x)
FUNCTION(reciprocal, 1 / x)
FUNCTION_ROW(reciprocal, OF_FLOATS, .notation = {.before = "1 / "}, .doc = "1 divided by the cell")

// ---- numbers or not ----------------------------------------------------------------------------

#define QUESTION(name, in_float, of_int, in_double)                                                \
    ROW1(name##_floats, float, unsigned char, in_float)                                            \
    ROW1(name##_doubles, double, unsigned char, in_double)                                         \
    ROW1(name##_ints, int64_t, unsigned char, ((void)x, of_int))                                   \
    ROW1(name##_bools, unsigned char, unsigned char, ((void)x, of_int))                            \
    VALUE1(name##_value, (double)(in_double))                                                      \
    static void name##_forward(OpCall *call)                                                       \
    {                                                                                              \
        elementwise_same(call, call->input[0]->dtype,                                              \
                         &(RowSet){.floats = name##_floats,                                        \
                                   .doubles = name##_doubles,                                      \
                                   .ints = name##_ints,                                            \
                                   .bools = name##_bools});                                        \
    }

QUESTION(isnan, x != x, 0, x != x)
FUNCTION_ROW(isnan, .signature = "input: Tensor", .infer = infer_bool, .layout = layout_together,
             SHORT_WORK, .notation = {.before = "isnan(", .after = ")"},
             .doc = "True where the cell is NaN")

QUESTION(isinf, fabsf(x) > FLT_MAX, 0, fabs(x) > DBL_MAX)
// abs(x) == inf
static void isinf_layout(const OpCall *call, int64_t *stride)
{
    bool has_floats = dtype_is_float(call->input[0]->dtype);
    (has_floats ? layout_then_number : layout_like_first)(call, stride);
}

FUNCTION_ROW(isinf, .signature = "input: Tensor", .infer = infer_bool, .layout = isinf_layout,
             SHORT_WORK, .notation = {.before = "isinf(", .after = ")"},
             .doc = "True where the cell is infinite")

QUESTION(isfinite, fabsf(x) <= FLT_MAX, 1, fabs(x) <= DBL_MAX)
FUNCTION_ROW(isfinite, .signature = "input: Tensor", .infer = infer_bool,
             .layout = layout_of_floats_twice, SHORT_WORK,
             .notation = {.before = "isfinite(", .after = ")"},
             .doc = "True where the cell is a finite number")

// ---- nan_to_num --------------------------------------------------------------------------------

// What stands for NaN, infinity and -infinity.
typedef struct Substitutes {
    double nan, high, low;
} Substitutes;

static Substitutes substitutes_of(const OpCall *call)
{
    double most = dtype_is_float(call->dtype) ? dtype_largest(call->dtype) : DBL_MAX;
    return (Substitutes){call_float(call, 0, 0), call_float(call, 1, most),
                         call_float(call, 2, -most)};
}

static double numbered(const OpCall *call, double x)
{
    Substitutes with = substitutes_of(call);
    double most = dtype_compute(call->dtype) == DTYPE_FLOAT32 ? (double)FLT_MAX : DBL_MAX;
    if (isnan(x)) return with.nan;
    return x > most ? with.high : x < -most ? with.low : x;
}

ROW1P(nan_to_num_floats, float, float, x != x ? p[0] : x > FLT_MAX ? p[1] : x < -FLT_MAX ? p[2] : x)
ROW1P(nan_to_num_doubles, double, double,
      x != x         ? p[0]
      : x > DBL_MAX  ? p[1]
      : x < -DBL_MAX ? p[2]
                     : x)
VALUE1(nan_to_num_value, numbered(call, x))
ROW1(same_bools, unsigned char, unsigned char, x)

static void nan_to_num_forward(OpCall *call)
{
    OpCall given = *call;
    Substitutes with = substitutes_of(call);
    given.arg[0] = (Arg){.kind = ARG_FLOAT, .f = with.nan};
    given.arg[1] = (Arg){.kind = ARG_FLOAT, .f = with.high};
    given.arg[2] = (Arg){.kind = ARG_FLOAT, .f = with.low};
    elementwise_same(&given, call->dtype,
                     &(RowSet){.floats = nan_to_num_floats,
                               .doubles = nan_to_num_doubles,
                               .ints = same_ints,
                               .bools = same_bools});
}

FUNCTION_ROW(
    nan_to_num,
    .signature = "input: Tensor, nan: float? = None, posinf: float? = None, neginf: float? = None",
    .infer = infer_promoted, .layout = layout_like_first, SHORT_WORK,
    .notation = {.before = "nan_to_num(", .after = ")"},
    .doc = "the cell; 0 for NaN, the largest number for infinity, or what is given for them")

// ---- positive ----------------------------------------------------------------------------------

static bool positive_infer(OpCall *call, Error *error)
{
    if (call->input[0]->dtype == DTYPE_BOOL) {
        return error_set(error, "RuntimeError",
                         "The `+` operator, on a bool tensor is not supported.");
    }
    infer_same_view(call);
    return call->is_same = true;
}

static void nothing_forward(OpCall *call)
{
    (void)call; // a view
}

const Op op_positive = {
    .name = "positive",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the cell as it is",
    .found = PLACES,
    .moves = true,
    .infer = positive_infer,
    .forward = nothing_forward,
    .sources = sources_same_cell,
};
