// Several cells weighed together: lerp, addcmul, addcdiv, logaddexp; fmod, heaviside.
#include "tensor/elementwise/float_function.h"

#include <math.h>

enum { PLACES = IN_TORCH | IN_TENSOR };

static bool only_floats(OpCall *call, const char *kernel, Error *error)
{
    return dtype_is_float(call->dtype) || error_not_implemented(error, kernel, call->dtype);
}

// ---- lerp --------------------------------------------------------------------------------------

// From the nearer end, so that weights 0 and 1 give the ends themselves.
LANE float lerp_floats_of(float from, float to, float weight)
{
    float way = to - from;
    return fabsf(weight) < 0.5f ? fused(weight, way, from) : fused(-way, 1 - weight, to);
}

static double lerp_of(double from, double to, double weight)
{
    double way = to - from;
    return fabs(weight) < 0.5 ? from + weight * way : to - way * (1 - weight);
}

ROW3(lerp_floats, float, float, lerp_floats_of(x, y, z))
ROW3(lerp_doubles, double, double, lerp_of(x, y, z))
VALUE3(lerp_value, lerp_of(x, y, z))

static bool lerp_infer(OpCall *call, Error *error)
{
    call->dtype = call->input[0]->dtype;
    for (int i = 1; i < 3; i++) {
        DType dtype = call->input[i]->dtype;
        if (call->input[i]->is_number || dtype == call->dtype) continue;
        return error_set(error, "RuntimeError", "expected dtype %s for `%s` but got dtype %s",
                         dtype_c_name(call->dtype), i == 1 ? "end" : "weight", dtype_c_name(dtype));
    }
    return infer_broadcast(call, error) && only_floats(call, "lerp_kernel_scalar", error);
}

static void lerp_forward(OpCall *call)
{
    elementwise_same(call, call->dtype, &(RowSet){.floats = lerp_floats, .doubles = lerp_doubles});
}

const Op op_lerp = {
    .name = "lerp",
    .exact_number = true,
    .signature = "input: Tensor, end: Tensor, weight: Number",
    .shape = "(...), (...), (...) -> (...)",
    .doc = "the number between the two cells, as far along as the weight says",
    .found = PLACES,
    .layout = layout_of_tensors,
    .notation = {.pattern = "$x + $z * ($y - $x)"},
    .infer = lerp_infer,
    .forward = lerp_forward,
    .sources = sources_elementwise,
    .value = lerp_value,
};

// ---- addcmul, addcdiv --------------------------------------------------------------------------

ROW3(addcmul_floats, float, float, fused((float)p[0] * y, z, x))
ROW3(addcmul_doubles, double, double, x + p[0] * y * z)
ROW3(addcmul_ints, int64_t, int64_t,
     (int64_t)((uint64_t)x + (uint64_t)(int64_t)p[0] * (uint64_t)y * (uint64_t)z))
// Integers are multiplied with integers.
static double addcmul_factor(const OpCall *call)
{
    double value = call_float(call, 0, 1);
    return dtype_is_float(call->dtype) ? value : trunc(value);
}

VALUE3(addcmul_value, x + addcmul_factor(call) * y * z)

static void addcmul_forward(OpCall *call)
{
    elementwise_same(
        call, call->dtype,
        &(RowSet){.floats = addcmul_floats, .doubles = addcmul_doubles, .ints = addcmul_ints});
}

// The factor is computed with as float32 where the cells are halves.
static bool infer_scaled(OpCall *call, Error *error)
{
    if (!infer_promoted(call, error)) return false;
    DType factor = dtype_is_half(call->dtype) ? DTYPE_FLOAT32 : call->dtype;
    return arguments_fit(call, 0, factor, error);
}

static bool addcmul_infer(OpCall *call, Error *error)
{
    if (!infer_scaled(call, error)) return false;
    if (call->dtype == DTYPE_BOOL)
        return error_not_implemented(error, "addcmul_cpu_out", DTYPE_BOOL);
    return true;
}

const Op op_addcmul = {
    .name = "addcmul",
    .signature = "input: Tensor, tensor1: Tensor, tensor2: Tensor, value: scalar = 1",
    .shape = "(...), (...), (...) -> (...)",
    .doc = "the first cell plus the product of the two others",
    .found = PLACES,
    .layout = layout_together,
    .notation = {.pattern = "$x + $0 * $y * $z"},
    .infer = addcmul_infer,
    .forward = addcmul_forward,
    .sources = sources_elementwise,
    .value = addcmul_value,
};

ROW3(addcdiv_floats, float, float, x + (float)p[0] * y / z)
ROW3(addcdiv_doubles, double, double, x + p[0] * y / z)
VALUE3(addcdiv_value, x + call_float(call, 0, 1) * y / z)

static void addcdiv_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = addcdiv_floats, .doubles = addcdiv_doubles});
}

static bool addcdiv_infer(OpCall *call, Error *error)
{
    bool whole = !dtype_is_float(call->input[1]->dtype) && !dtype_is_float(call->input[2]->dtype);
    if (whole) {
        return error_set(
            error, "RuntimeError",
            "Integer division with addcdiv is no longer supported, and in a future  release "
            "addcdiv will perform a true division of tensor1 and tensor2. The historic addcdiv "
            "behavior can be implemented as (input + value * torch.trunc(tensor1 / "
            "tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / "
            "tensor2) for float inputs. The future addcdiv behavior is just the latter "
            "implementation: (input + value * tensor1 / tensor2), for all dtypes.");
    }
    return infer_scaled(call, error);
}

const Op op_addcdiv = {
    .name = "addcdiv",
    .signature = "input: Tensor, tensor1: Tensor, tensor2: Tensor, value: scalar = 1",
    .shape = "(...), (...), (...) -> (...)",
    .doc = "the first cell plus the second divided by the third",
    .found = PLACES,
    .layout = layout_together,
    .notation = {.pattern = "$x + $0 * $y / $z"},
    .infer = addcdiv_infer,
    .forward = addcdiv_forward,
    .sources = sources_elementwise,
    .value = addcdiv_value,
};

// ---- logaddexp ---------------------------------------------------------------------------------

// Against the larger one, so that no exponential overflows.
TAILED_STEPS(logaddexp, -fabsf(x - y), log1p_exp_row, log1p_exp_float,
             x == y && fabsf(x) == INFINITY ? x : (x > y || x != x ? x : y) + f)
TAILED_ROW2(logaddexp)

static double logaddexp_of(double x, double y)
{
    if (x == y && isinf(x)) return x;
    return (x > y || isnan(x) ? x : y) + log1p(exp(-fabs(x - y)));
}

ROW2(logaddexp_doubles, double, double, logaddexp_of(x, y))
VALUE2(logaddexp_value, logaddexp_of(x, y))

static bool logaddexp_infer(OpCall *call, Error *error)
{
    return infer_promoted(call, error) && only_floats(call, "logaddexp_cpu", error);
}

static void logaddexp_forward(OpCall *call)
{
    elementwise_same(call, call->dtype,
                     &(RowSet){.floats = logaddexp_floats, .doubles = logaddexp_doubles});
}

const Op op_logaddexp = {
    .name = "logaddexp",
    .effort = 8,
    .wide_effort = 19,
    .signature = "input: Tensor, other: Tensor",
    .shape = "(...), (...) -> (...)",
    .doc = "the logarithm of the sum of exp of the two cells",
    .found = PLACES,
    .layout = layout_together,
    .notation = {.pattern = "log(exp($x) + exp($y))"},
    .infer = logaddexp_infer,
    .forward = logaddexp_forward,
    .sources = sources_elementwise,
    .value = logaddexp_value,
};

// ---- xlogy -------------------------------------------------------------------------------------

TAILED_STEPS(xlogy, y, log_row, logf, y != y ? NAN : x == 0 ? 0 : x * f)
TAILED_ROW2(xlogy)

static double xlogy_of(double x, double y, double log_of_y)
{
    if (isnan(y)) return y;
    return x == 0 ? 0 : x * log_of_y;
}

ROW2(xlogy_doubles, double, double, xlogy_of(x, y, log(y)))
VALUE2(xlogy_value, xlogy_of(x, y, dtype_held(call->dtype, log(y))))

static void xlogy_forward(OpCall *call)
{
    if (dtype_is_half(call->dtype))
        elementwise_by_value(call);
    else
        elementwise_same(call, call->dtype,
                         &(RowSet){.floats = xlogy_floats, .doubles = xlogy_doubles});
}

const Op op_xlogy = {
    .name = "xlogy",
    .effort = 7,
    .wide_effort = 10,
    .signature = "input: Number, other: Number",
    .shape = "(...), (...) -> (...)",
    .doc = "the first cell times the logarithm of the second, 0 where the first is 0",
    .found = PLACES,
    .layout = layout_together,
    .notation = {.pattern = "$x * log($y)"},
    .infer = infer_float,
    .forward = xlogy_forward,
    .sources = sources_elementwise,
    .value = xlogy_value,
};
