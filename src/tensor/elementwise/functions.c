// Elementwise functions of one number: exp, log, sqrt, …, and rounding. All but the last few
// compute integers and bools as floats.
#include "tensor/elementwise/float_function.h"
#include "tensor/mistake.h"

#include <math.h>

FLOAT_ROW(exp)
FUNCTION(exp, exp(x))

const Op op_exp = {
    .name = "exp",
    .effort = 6,
    .wide_effort = 12,
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "e to the power of the cell",
    .found = IN_TORCH | IN_TENSOR,
    .writes_all = true,
    .layout = layout_together,
    .notation = {.before = "exp(", .after = ")"},
    .infer = infer_float,
    .forward = exp_forward,
    .sources = sources_elementwise,
    .value = exp_value,
    .mistakes = mistakes_exp,
};

FLOAT_ROW(log)
FUNCTION(log, log(x))

const Op op_log = {
    .name = "log",
    .effort = 6,
    .wide_effort = 12,
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the natural logarithm of the cell",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {.before = "log(", .after = ")"},
    .infer = infer_float,
    .forward = log_forward,
    .sources = sources_elementwise,
    .value = log_value,
};

ROW1(sqrt_floats, float, float, sqrtf(x))
FUNCTION(sqrt, sqrt(x))

const Op op_sqrt = {
    .name = "sqrt",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the square root of the cell",
    .found = IN_TORCH | IN_TENSOR,
    .writes_all = true,
    .layout = layout_together,
    .notation = {.before = "sqrt(", .after = ")"},
    .infer = infer_float,
    .forward = sqrt_forward,
    .sources = sources_elementwise,
    .value = sqrt_value,
    .mistakes = mistakes_root,
};

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
    elementwise_same(&rounded, call->dtype,
                     &(RowSet){.floats = rsqrt_floats, .doubles = rsqrt_doubles});
}

const Op op_rsqrt = {
    .name = "rsqrt",
    .effort = 4,
    .wide_effort = 2,
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "1 divided by the square root of the cell",
    .found = IN_TORCH | IN_TENSOR,
    .writes_all = true,
    .layout = layout_together,
    .notation = {.before = "1 / sqrt(", .after = ")"},
    .infer = infer_float,
    .forward = rsqrt_forward,
    .sources = sources_elementwise,
    .value = rsqrt_value,
};

FLOAT_ROW(sin)
FUNCTION(sin, sin(x))

const Op op_sin = {
    .name = "sin",
    .effort = 6,
    .wide_effort = 14,
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the sine of the cell",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {.before = "sin(", .after = ")"},
    .infer = infer_float,
    .forward = sin_forward,
    .sources = sources_elementwise,
    .value = sin_value,
    .mistakes = mistakes_sine,
};

FLOAT_ROW(cos)
FUNCTION(cos, cos(x))

const Op op_cos = {
    .name = "cos",
    .effort = 6,
    .wide_effort = 14,
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the cosine of the cell",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {.before = "cos(", .after = ")"},
    .infer = infer_float,
    .forward = cos_forward,
    .sources = sources_elementwise,
    .value = cos_value,
    .mistakes = mistakes_cosine,
};

FLOAT_ROW(tanh)
FUNCTION(tanh, tanh(x))

const Op op_tanh = {
    .name = "tanh",
    .effort = 9,
    .wide_effort = 20,
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the hyperbolic tangent of the cell, between -1 and 1",
    .found = IN_TORCH | IN_TENSOR | IN_FUNCTIONAL,
    .writes_all = true,
    .layout = layout_together,
    .notation = {.before = "tanh(", .after = ")"},
    .infer = infer_float,
    .forward = tanh_forward,
    .sources = sources_elementwise,
    .value = tanh_value,
    .mistakes = mistakes_tanh,
};

TAILED_ROW(sigmoid, 0 - x, exp_row, expf, 1 / (1 + f))
FUNCTION(sigmoid, 1 / (1 + exp(-x)))

const Op op_sigmoid = {
    .name = "sigmoid",
    .effort = 6,
    .wide_effort = 11,
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "1 / (1 + exp(-x)) of the cell, between 0 and 1",
    .found = IN_TORCH | IN_TENSOR | IN_FUNCTIONAL,
    .writes_all = true,
    .layout = layout_together,
    .notation = {.before = "sigmoid(", .after = ")"},
    .infer = infer_float,
    .forward = sigmoid_forward,
    .sources = sources_elementwise,
    .value = sigmoid_value,
    .mistakes = mistakes_sigmoid,
};

// ---- functions that keep integers --------------------------------------------------------------

ROW1(abs_floats, float, float, fabsf(x))
ROW1(abs_doubles, double, double, fabs(x))
ROW1(abs_ints, int64_t, int64_t, (int64_t)(x < 0 ? 0 - (uint64_t)x : (uint64_t)x))
VALUE1(abs_value, fabs(x))

static bool abs_infer(OpCall *call, Error *error)
{
    if (call->input[0]->dtype == DTYPE_BOOL)
        return error_not_implemented(error, "abs_cpu", DTYPE_BOOL);
    return infer_promoted(call, error);
}

static void abs_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = abs_floats, .doubles = abs_doubles, .ints = abs_ints});
}

const Op op_abs = {
    .name = "abs",
    .aliases = "absolute",
    .signature = "input: Tensor",
    .shape = "(...) -> (...)",
    .doc = "the cell without its sign",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {.before = "abs(", .after = ")"},
    .infer = abs_infer,
    .forward = abs_forward,
    .sources = sources_elementwise,
    .value = abs_value,
};

// Written so that NaN stays NaN.
ROW1(relu_floats, float, float, x < 0 ? 0 : x)
ROW1(relu_doubles, double, double, x < 0 ? 0 : x)
ROW1(relu_ints, int64_t, int64_t, x < 0 ? 0 : x)
VALUE1(relu_value, x < 0 ? 0 : x)

static bool relu_infer(OpCall *call, Error *error)
{
    if (call->input[0]->dtype == DTYPE_BOOL)
        return error_set(error, "RuntimeError", "Boolean inputs not supported for relu");
    return infer_promoted(call, error);
}

static void relu_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = relu_floats, .doubles = relu_doubles, .ints = relu_ints});
}

const Op op_relu = {
    .name = "relu",
    .signature = "input: Tensor, inplace: bool = False",
    .shape = "(...) -> (...)",
    .doc = "the cell, or 0 where it is negative",
    .found = IN_TORCH | IN_TENSOR | IN_FUNCTIONAL,
    .writes_all = true,
    .layout = layout_together,
    .notation = {.before = "max(0, ", .after = ")"},
    .infer = relu_infer,
    .forward = relu_forward,
    .sources = sources_elementwise,
    .value = relu_value,
    .mistakes = mistakes_relu,
};

// ---- rounding ----------------------------------------------------------------------------------

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

VALUE1(round_value, as_rounded(call, x))

static bool round_infer(OpCall *call, Error *error)
{
    DType dtype = call->input[0]->dtype;
    bool whole = call_int(call, 0, 0) == 0;
    if (dtype == DTYPE_BOOL || (dtype_is_integer(dtype) && !whole))
        return error_not_implemented(error, whole ? "round_vml_cpu" : "round_cpu", dtype);
    return infer_promoted(call, error);
}

ROW1(round_floats, float, float, nearbyintf(x))
ROW1(round_doubles, double, double, nearbyint(x))
ROW1(round_ints, int64_t, int64_t, x)

static void round_forward(OpCall *call)
{
    int64_t decimals = call_int(call, 0, 0);
    elementwise_same(
        call, call->dtype,
        &(RowSet){.floats = round_floats, .doubles = round_doubles, .ints = round_ints});
    if (decimals == 0) return;
    Index at = {0};
    if (tensor_count(call->output) == 0) return;
    do tensor_set(call->output, at, as_rounded(call, tensor_get(call->input[0], at)));
    while (index_next(&call->shape, &at));
}

const Op op_round = {
    .name = "round",
    .effort = 72,
    .wide_effort = 28,
    .signature = "input: Tensor, decimals: int = 0",
    .shape = "(...) -> (...)",
    .doc = "the cell rounded to the nearest whole number, halves to the even one",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_together,
    .notation = {.before = "round(", .after = ", $0)"},
    .infer = round_infer,
    .forward = round_forward,
    .sources = sources_elementwise,
    .value = round_value,
};
