// Powers and logarithms to other bases, and functions made of them: expm1, log2, erf, sinh, logit …
#include "tensor/cells/float_function.h"

#include <math.h>

enum { PLACES = IN_TORCH | IN_TENSOR };

TAILED_ROW(exp2, exp2_lane(x), exp2f(x))
FUNCTION(exp2, exp2(x))
FUNCTION_ROW(exp2, "exp2", "input: Tensor", PLACES, infer_float, "2 ** ", "",
             "2 to the power of the cell")

FLOAT_ROW(expm1)
FUNCTION(expm1, expm1(x))
FUNCTION_ROW(expm1, "expm1", "input: Tensor", PLACES, infer_float, "exp(", ") - 1",
             "e to the power of the cell, minus 1")

FLOAT_ROW(log2)
FUNCTION(log2, log2(x))
FUNCTION_ROW(log2, "log2", "input: Tensor", PLACES, infer_float, "log2(", ")",
             "the logarithm of the cell to base 2")

FLOAT_ROW(log10)
FUNCTION(log10, log10(x))
FUNCTION_ROW(log10, "log10", "input: Tensor", PLACES, infer_float, "log10(", ")",
             "the logarithm of the cell to base 10")

FLOAT_ROW(log1p)
FUNCTION(log1p, log1p(x))
FUNCTION_ROW(log1p, "log1p", "input: Tensor", PLACES, infer_float, "log(1 + ", ")",
             "the natural logarithm of 1 plus the cell")

FLOAT_ROW(erf)
FUNCTION(erf, erf(x))
FUNCTION_ROW(erf, "erf", "input: Tensor", PLACES, infer_float, "erf(", ")",
             "the error function of the cell, between -1 and 1")

FLOAT_ROW(erfc)
FUNCTION(erfc, erfc(x))
HARD_FUNCTION_ROW(45, erfc, "erfc", "input: Tensor", PLACES, infer_float, "erfc(", ")",
                  "1 minus the error function of the cell")

TAILED_ROW(sinh, sinh_lane(x), (float)sinh((double)x))
FUNCTION(sinh, sinh(x))
HARD_FUNCTION_ROW(16, sinh, "sinh", "input: Tensor", PLACES, infer_float, "sinh(", ")",
                  "the hyperbolic sine of the cell")

TAILED_ROW(cosh, cosh_lane(x), (float)cosh((double)x))
FUNCTION(cosh, cosh(x))
HARD_FUNCTION_ROW(16, cosh, "cosh", "input: Tensor", PLACES, infer_float, "cosh(", ")",
                  "the hyperbolic cosine of the cell")

// ---- logit -------------------------------------------------------------------------------------

// The cell, with `eps` not nearer to 0 and 1 than that.
static double within(const OpCall *call, double x)
{
    if (!call_has(call, 0)) return x;
    double eps = call->dtype == DTYPE_FLOAT32 ? (double)(float)call->arg[0].f : call->arg[0].f;
    double most = call->dtype == DTYPE_FLOAT32 ? (double)(1 - (float)eps) : 1 - eps;
    return x < eps ? eps : x > most ? most : x;
}

// Without eps it is below every number.
LANE float clear_of_ends(float x, float eps)
{
    x = eps >= 0 && x < eps ? eps : x;
    return eps >= 0 && x > 1 - eps ? 1 - eps : x;
}

LANE float odds(float x)
{
    return x / (1 - x);
}

TAILED_ROW(logit, log_lane(odds(clear_of_ends(x, p[1]))), logf(odds(clear_of_ends(x, p[1]))))
ROW1P(logit_doubles, double, double, log(x / (1 - x)))
VALUE1(logit_value, log(within(call, x) / (1 - within(call, x))))

static void logit_forward(OpCall *call)
{
    OpCall marked = *call;
    marked.arg[1] = (Arg){.kind = ARG_FLOAT, .f = call_float(call, 0, -1)};
    if (call->dtype == DTYPE_FLOAT32)
        elementwise(&marked, (const DType[]){DTYPE_FLOAT32}, logit_floats);
    else
        elementwise(call, (const DType[]){DTYPE_FLOAT64}, logit_doubles);
    if (call->dtype != DTYPE_FLOAT64 || !call_has(call, 0)) return;
    Index at = {0};
    for (int64_t left = tensor_count(call->output); left > 0; left--) { // rare: off the ends
        double x = within(call, tensor_get(call->input[0], at));
        tensor_set(call->output, at, log(x / (1 - x)));
        index_next(&call->shape, &at);
    }
}

FUNCTION_ROW(logit, "logit", "input: Tensor, eps: float? = None", PLACES, infer_float, "logit(",
             ")", "log(x / (1 - x)) of the cell, which undoes a sigmoid")
