// The functions that networks put between their products: leaky_relu, elu, gelu, silu, …
//
// Formulas and their order of rounding are those of PyTorch's Activation.cpp; gelu without
// approximation is oneDNN's, see float/gelu.c.
#include "tensor/elementwise/float_function.h"
#include "tensor/formula.h"

#include <math.h>
#include <string.h>

enum { IN_F = IN_FUNCTIONAL, IN_BOTH = IN_TORCH | IN_FUNCTIONAL };

// Its dtype must be one of floats.
static bool infer_activation(OpCall *call, Error *error)
{
    DType dtype = call->input[0]->dtype;
    if (!dtype_is_float(dtype)) return error_not_implemented(error, call->op->kernel, dtype);
    DType computed = dtype == DTYPE_FLOAT64 ? dtype : DTYPE_FLOAT32;
    return arguments_fit(call, 0, computed, error) && infer_promoted(call, error);
}

// An activation with this pattern; its float row is there.
#define ACTIVATION(id, its_kernel, its_layout, in_double, its_signature, places, its_pattern,      \
                   its_doc)                                                                        \
    ROW1P(id##_doubles, double, double, in_double)                                                 \
    static double id##_value(const OpCall *call, const double *term, int count)                    \
    {                                                                                              \
        const double p[] = {call_float(call, 0, 0), call_float(call, 1, 0)};                       \
        double x = term[0];                                                                        \
        (void)p, (void)count;                                                                      \
        return (in_double);                                                                        \
    }                                                                                              \
    ELEMENTWISE(id, .name = #id, .effort = {26, 28}, .signature = its_signature,                   \
                .shape = "(...) -> (...)", .doc = its_doc, .found = places, .layout = its_layout,  \
                PATTERN(its_pattern), .kernel = its_kernel, .infer = infer_activation, FLOATS(id))

// ---- straight lines ----------------------------------------------------------------------------

ROW1P(leaky_relu_floats, float, float, x > 0 ? x : x * p[0])
ACTIVATION(leaky_relu, "leaky_relu_cpu", layout_together, x > 0 ? x : x * p[0],
           "input: Tensor, negative_slope: float = 0.01, inplace: bool = False", IN_F,
           "max(0, $x) + $0 * min(0, $x)", "the cell, or a small part of it where it is negative")

// ---- exponentials ------------------------------------------------------------------------------

#define SELU_ALPHA 1.6732632423543772848170429916717
#define SELU_SCALE 1.0507009873554804934193349852946

// e is exp of the cell, stretched.
#define ELU(e, below, above) (x <= 0 ? ((e)-1) * (below) : x * (above))

TAILED_ROW(elu, x, exp_row, expf, ELU(f, p[0], 1))
ACTIVATION(elu, "elu_cpu", layout_together, ELU(exp(x), p[0], 1),
           "input: Tensor, alpha: float = 1.0, inplace: bool = False", IN_F,
           "max(0, $x) + min(0, $0 * (exp($x) - 1))", "the cell, or exp of it minus 1 below 0")

#define SELU(e, Number) ELU(e, (Number)SELU_ALPHA *(Number)SELU_SCALE, (Number)SELU_SCALE)

TAILED_ROW(selu, x, exp_row, expf, SELU(f, float))
ACTIVATION(selu, "elu_cpu", layout_together, SELU(exp(x), double),
           "input: Tensor, inplace: bool = False", IN_BOTH,
           "1.05070098735548 * (max(0, $x) + min(0, 1.67326324235438 * (exp($x) - 1)))",
           "elu, scaled so that mean and variance stay as they are")

TAILED_ROW(silu, 0 - x, exp_row, expf, x / (1 + f))
ACTIVATION(silu, "silu_cpu", layout_together, x / (1 + exp(-x)),
           "input: Tensor, inplace: bool = False", IN_F, "$x * sigmoid($x)",
           "the cell times its sigmoid")

STEPS(logsigmoid, -fabsf(x), log1p_exp_row, (x < 0 ? x : 0) - f)

static void logsigmoid_row(float *out, const float *in, int64_t n)
{
    steps_run(&logsigmoid_steps, out, in, in, (StepArgs){{0}}, n);
}

FLOAT_ROW(logsigmoid)
ACTIVATION(logsigmoid, "log_sigmoid_cpu", NULL, fmin(0, x) - log1p(exp(-fabs(x))), "input: Tensor",
           IN_F, "log(sigmoid($x))", "the logarithm of the cell's sigmoid, below 0")

// ---- limits that integers may have too ---------------------------------------------------------

// Integers are held between integers.
static double limit_of(const OpCall *call, int arg)
{
    double limit = call_float(call, arg, 0);
    return dtype_is_integer(call->dtype) ? trunc(limit) : limit;
}

#define LIMITED(id, its_signature, low, high, its_pattern, its_doc)                                \
    ROW1P(id##_floats, float, float, AT_MOST(AT_LEAST(x, low), high))                              \
    ROW1P(id##_doubles, double, double, AT_MOST(AT_LEAST(x, low), high))                           \
    ROW1P(id##_ints, int64_t, int64_t, AT_MOST(AT_LEAST(x, low), high))                            \
    static double id##_value(const OpCall *call, const double *term, int count)                    \
    {                                                                                              \
        const double p[] = {limit_of(call, 0), limit_of(call, 1)};                                 \
        (void)p, (void)count;                                                                      \
        return AT_MOST(AT_LEAST(term[0], low), high);                                              \
    }                                                                                              \
    ELEMENTWISE(id, .name = #id, .signature = its_signature, .shape = "(...) -> (...)",            \
                .doc = its_doc, .found = IN_F, .layout = layout_like_first, PATTERN(its_pattern),  \
                .infer = hardtanh_infer, NUMBERS(id))

static bool hardtanh_infer(OpCall *call, Error *error)
{
    double low = call_float(call, 0, 0), high = call_float(call, 1, 0);
    DType dtype = call->input[0]->dtype;
    if (low > high) return error_set(error, "ValueError", "min_val cannot be greater than max_val");
    if (dtype_is_integer(dtype) && !arguments_fit(call, 0, DTYPE_INT64, error)) return false;
    if (dtype == DTYPE_UINT8 && (low < 0 || high < 0)) {
        return error_set(error, "RuntimeError",
                         "cannot do hardtanh on an unsigned type with negative limits");
    }
    if (dtype == DTYPE_BOOL)
        return error_set(error, "RuntimeError", "Bool inputs not supported for hardtanh");
    return arguments_fit(call, 0, dtype, error) && infer_promoted(call, error);
}

LIMITED(hardtanh,
        "input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False", p[0],
        p[1], "min(max($x, $0), $1)", "the cell, limited to a range")
LIMITED(relu6, "input: Tensor, inplace: bool = False", 0, 6, "min(max($x, 0), 6)",
        "the cell, limited to the range from 0 to 6")

// The value where the cell is not above the threshold; NaN is kept.
ROW1P(threshold_floats, float, float, x <= p[0] ? p[1] : x)
ROW1P(threshold_doubles, double, double, x <= p[0] ? p[1] : x)
ROW1P(threshold_ints, int64_t, int64_t, x <= p[0] ? p[1] : x)
VALUE1(threshold_value, x <= call_float(call, 0, 0) ? call_float(call, 1, 0) : x)

static bool threshold_infer(OpCall *call, Error *error)
{
    DType dtype = call->input[0]->dtype;
    DType compared = dtype_is_half(dtype) ? DTYPE_FLOAT32 : dtype;
    return infer_no_bools(call, error) &&
           number_fits_float(call_float(call, 0, 0), compared, error) &&
           arguments_fit(call, dtype_is_float(dtype), dtype, error);
}

ELEMENTWISE(threshold, .name = "threshold",
            .signature = "input: Tensor, threshold: scalar, value: scalar, inplace: bool = False",
            .shape = "(...) -> (...)",
            .doc = "the cell where it is above the threshold, else the value", .found = IN_BOTH,
            .layout = layout_of_tensors, PATTERN("($x if $x > $0 else $1)"), NUMBERS(threshold),
            .kernel = "threshold_cpu", .infer = threshold_infer)

// ---- gelu --------------------------------------------------------------------------------------

#define GELU_BETA  0.79788456080286535588 // sqrt(2 / pi)
#define GELU_KAPPA 0.044715

// x + kappa x^3, times beta.
LANE float gelu_inner(float x)
{
    return (float)GELU_BETA * fused((float)GELU_KAPPA, x * x * x, x);
}

TAILED_ROW(gelu_tanh, gelu_inner(x), tanh_row, tanh_float, 0.5f * x * (1 + f))

static double gelu_of(double x, bool by_tanh)
{
    double inner = GELU_BETA * (x + GELU_KAPPA * x * x * x);
    return 0.5 * x * (1 + (by_tanh ? tanh(inner) : erf(x * 0.70710678118654752440)));
}

ROW1(gelu_doubles, double, double, gelu_of(x, false))
ROW1(gelu_tanh_doubles, double, double, gelu_of(x, true))

static void gelu_floats(void *output, const void *const *in, const int64_t *stride, int64_t n)
{
    run_row(gelu_row, output, in[0], stride[0], n);
}

// PyTorch's own, for single cells and for those that do not lie one after the other.
static float erf_float(float x)
{
    return (float)erf((double)x);
}

TAILED_ROW(gelu_erf, x * 0.70710678118654752440f, erf_row, erf_float, x * 0.5f * (1 + f))

static bool is_by_tanh(const OpCall *call)
{
    return strcmp(call_str(call, 0, "none"), "tanh") == 0;
}

static bool gelu_infer(OpCall *call, Error *error)
{
    const char *how = call_str(call, 0, "none");
    if (strcmp(how, "none") != 0 && !is_by_tanh(call)) {
        return error_set(error, "RuntimeError",
                         "approximate argument must be either none or tanh.");
    }
    return infer_activation(call, error);
}

static bool is_by_onednn(const OpCall *call)
{
    const Tensor *in = call->input[0];
    return in->dtype == DTYPE_FLOAT32 && !is_by_tanh(call) && tensor_is_contiguous(in) &&
           tensor_count(in) > 1;
}

static void gelu_forward(OpCall *call)
{
    RowSet by_erf = {.floats = gelu_erf_floats, .doubles = gelu_doubles};
    RowSet by_tanh = {.floats = gelu_tanh_floats, .doubles = gelu_tanh_doubles};
    if (is_by_onednn(call))
        elementwise(call, (const DType[]){DTYPE_FLOAT32}, gelu_floats);
    else
        elementwise_same(call, call->dtype, is_by_tanh(call) ? &by_tanh : &by_erf);
}

static void gelu_sources(const OpCall *call, Index at, Terms *terms)
{
    sources_elementwise(call, at, terms);
    terms->kind = TERMS_FORMULA;
}

static double gelu_formula(const OpCall *call, Formula *f)
{
    bool by_tanh = is_by_tanh(call);
    formula_pattern(f, call,
                    by_tanh ? "0.5 * $x * (1 + tanh(sqrt(2 / pi) * ($x + 0.044715 * $x**3)))"
                            : "0.5 * $x * (1 + erf($x / sqrt(2)))");
    return gelu_of(f->term[0], by_tanh);
}

OP_ROW(gelu, "input: Tensor, approximate: str = 'none'", "(...) -> (...)",
       "the cell times the part of a normal distribution that is below it", IN_F,
       .traits = OP_KNOWS_HALVES | OP_WRITES_ALL, .effort = {18, 22}, .layout = layout_together,
       .notation = {"gelu(", ", ", ")", NULL}, .kernel = "GeluKernelImpl", .forward = gelu_forward,
       .sources = gelu_sources, .formula = gelu_formula)
