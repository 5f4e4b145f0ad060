// Several cells weighed together: lerp, addcmul, addcdiv, logaddexp, xlogy; and logit.
#include "tensor/elementwise/float_function.h"

#include <math.h>

// A row of three cells.
#define TERNARY(id, its_signature, its_doc, ...)                                                   \
    ELEMENTWISE(id, .name = #id, .signature = its_signature,                                       \
                .shape = "(...), (...), (...) -> (...)", .doc = its_doc,                           \
                .found = IN_TORCH | IN_TENSOR, __VA_ARGS__)

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
    if (!infer_broadcast(call, error)) return false;
    return dtype_is_float(call->dtype) ||
           error_not_implemented(error, call->op->kernel, call->dtype);
}

TERNARY(lerp, "input: Tensor, end: Tensor, weight: Number",
        "the number between the two cells, as far along as the weight says", FLOATS(lerp),
        PATTERN("$x + $z * ($y - $x)"), .kernel = "lerp_kernel_scalar", .infer = lerp_infer,
        .layout = layout_of_tensors, .traits = OP_EXACT_NUMBER)

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

// The factor is computed with as float32 where the cells are halves.
static bool infer_scaled(OpCall *call, Error *error)
{
    if (!infer_promoted(call, error)) return false;
    DType factor = dtype_is_half(call->dtype) ? DTYPE_FLOAT32 : call->dtype;
    return arguments_fit(call, 0, factor, error);
}

static bool addcmul_infer(OpCall *call, Error *error)
{
    return infer_scaled(call, error) && infer_no_bools(call, error);
}

#define SCALED "input: Tensor, tensor1: Tensor, tensor2: Tensor, value: scalar = 1"

TERNARY(addcmul, SCALED, "the first cell plus the product of the two others", NUMBERS(addcmul),
        PATTERN("$x + $0 * $y * $z"), .kernel = "addcmul_cpu_out", .infer = addcmul_infer,
        .layout = layout_together)

ROW3(addcdiv_floats, float, float, x + (float)p[0] * y / z)
ROW3(addcdiv_doubles, double, double, x + p[0] * y / z)
VALUE3(addcdiv_value, x + call_float(call, 0, 1) * y / z)

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

TERNARY(addcdiv, SCALED, "the first cell plus the second divided by the third", FLOATS(addcdiv),
        PATTERN("$x + $0 * $y / $z"), .infer = addcdiv_infer, .layout = layout_together)

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

BINARY(logaddexp, "logaddexp", TWO_TENSORS, "the logarithm of the sum of exp of the two cells",
       FLOATS(logaddexp), ONLY_FLOATS("logaddexp_cpu"), PATTERN("log(exp($x) + exp($y))"),
       .effort = {8, 19})

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
        elementwise_forward(call);
}

BINARY_BY(xlogy_forward, xlogy, "xlogy", TWO_NUMBERS,
          "the first cell times the logarithm of the second, 0 where the first is 0", FLOATS(xlogy),
          OF_FLOATS, PATTERN("$x * log($y)"), .effort = {7, 10})

// ---- logit -------------------------------------------------------------------------------------

// p[1] is eps, nearer than which to 0 and 1 no cell is; negative where there is none.
LANE float odds(float x, float eps)
{
    x = eps >= 0 && x < eps ? eps : x;
    x = eps >= 0 && x > 1 - eps ? 1 - eps : x;
    return x / (1 - x);
}

static double log_odds(double x, double eps)
{
    x = eps >= 0 && x < eps ? eps : x;
    x = eps >= 0 && x > 1 - eps ? 1 - eps : x;
    return log(x / (1 - x));
}

TAILED_ROW(logit, odds(x, p[1]), log_row, logf, f)
ROW1P(logit_doubles, double, double, log_odds(x, p[1]))

// Of halves each step is rounded.
static double logit_of(const OpCall *call, double x)
{
    double eps = call_float(call, 0, -1);
    bool single = dtype_compute(call->dtype) == DTYPE_FLOAT32;
    double least = single ? (double)(float)eps : eps;
    double most = single ? (double)(1 - (float)eps) : 1 - eps;
    if (eps >= 0) x = x < least ? least : x > most ? most : x;
    x = dtype_held(call->dtype, x);
    return log(dtype_held(call->dtype, x / dtype_held(call->dtype, 1 - x)));
}

VALUE1(logit_value, logit_of(call, x))

static void logit_forward(OpCall *call)
{
    OpCall marked = *call;
    marked.arg[1] = (Arg){.kind = ARG_FLOAT, .f = call_float(call, 0, -1)};
    if (dtype_is_half(call->dtype))
        elementwise_by_value(call);
    else
        elementwise_forward(&marked);
}

UNARY_BY(logit_forward, 0, logit, "input: Tensor, eps: float? = None",
         "log(x / (1 - x)) of the cell, which undoes a sigmoid", FLOATS(logit), OF_FLOATS,
         CALLED("logit"), .effort = {6, 16})
