// layer_norm: each row is shifted and scaled to mean 0 and variance 1, then by a weight and a bias.
#include "base/machine/share.h"
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/float/steps.h"
#include "tensor/formula.h"
#include "tensor/reductions/order_of_sums.h"

#include <math.h>

// y is the weight, f the bias, p[0] the mean, p[1] the factor.
STEP(scale, fused((x - p[0]) * p[1], y, f))
// Of halves p[0] is what the mean becomes, with its sign changed.
STEP(scale_halves, fused(fused(x, p[1], p[0]), y, f))

enum { PART = 16 * 1024 }; // cells that are worth being shared out

typedef struct Norm {
    const OpCall *call;
    int64_t rows, n; // n cells in each row
    double eps;
} Norm;

typedef struct FloatRows {
    const float *in, *weight, *bias;
    float *out;
    int64_t n;
    float eps;
    bool halves;
} FloatRows;

static void norm_some(void *context, int64_t from, int64_t to)
{
    const FloatRows *rows = context;
    for (int64_t r = from; r < to; r++) {
        float mean, variance;
        const float *in = rows->in + r * rows->n;
        sum_mean_and_variance(in, rows->n, &mean, &variance);
        float factor = 1 / sqrtf(variance + rows->eps);
        StepArgs args = {{rows->halves ? -mean * factor : mean, factor}};
        (rows->halves ? scale_halves : scale)(rows->out + r * rows->n, in, rows->weight, rows->bias,
                                              args, rows->n);
    }
}

static void norm_floats(const Norm *norm, Arena *scratch)
{
    const Tensor *weight = call_input(norm->call, 1), *bias = call_input(norm->call, 2);
    const float *in = tensor_contiguous_floats(norm->call->input[0], scratch), *w, *b;
    float *out = tensor_floats(norm->call->output);
    float *ones = arena_array(scratch, (size_t)norm->n, sizeof *ones);
    float *zeros = arena_array(scratch, (size_t)norm->n, sizeof *zeros);
    for (int64_t i = 0; i < norm->n; i++) ones[i] = 1, zeros[i] = 0;
    w = weight ? tensor_contiguous_floats(weight, scratch) : ones;
    b = bias ? tensor_contiguous_floats(bias, scratch) : zeros;
    share_out(
        norm->rows, PART / (norm->n + 1) + 1, norm_some,
        &(FloatRows){in, w, b, out, norm->n, (float)norm->eps, dtype_is_half(norm->call->halves)});
}

static void norm_doubles(const Norm *norm, Arena *scratch)
{
    const Tensor *weight = call_input(norm->call, 1), *bias = call_input(norm->call, 2);
    const double *in = tensor_contiguous_doubles(norm->call->input[0], scratch);
    const double *w = weight ? tensor_contiguous_doubles(weight, scratch) : NULL;
    const double *b = bias ? tensor_contiguous_doubles(bias, scratch) : NULL;
    double *out = tensor_doubles(norm->call->output);
    for (int64_t r = 0; r < norm->rows; r++, in += norm->n, out += norm->n) {
        double mean, variance;
        sum_mean_and_variance_of_doubles(in, norm->n, &mean, &variance);
        double scale = 1 / sqrt(variance + norm->eps);
        for (int64_t i = 0; i < norm->n; i++)
            out[i] = (in[i] - mean) * scale * (w ? w[i] : 1) + (b ? b[i] : 0);
    }
}

// ---- the operation -----------------------------------------------------------------------------

static bool ends_with(const Shape *shape, const Shape *end)
{
    int lead = shape->ndim - end->ndim;
    for (int d = 0; lead >= 0 && d < end->ndim; d++) {
        if (shape->dim[lead + d] != end->dim[d]) return false;
    }
    return lead >= 0;
}

static bool input_fits(const OpCall *call, const Shape *wanted, Error *error)
{
    const Shape *shape = &call->input[0]->shape;
    if (ends_with(shape, wanted)) return true;
    Arena *arena = error->arena;
    const char *list = shape_list(arena, wanted);
    error_set(error, "RuntimeError",
              "Given normalized_shape=%s, expected input with shape [*, %s, but got input of "
              "size%s",
              list, list + 1, shape_list(arena, shape));
    return error_hint(error, "normalized_shape are the last sizes of the input, %s",
                      shape_tuple(arena, shape));
}

// Halves may come with parameters of float32.
static bool mixes(const OpCall *call)
{
    bool mixed = dtype_is_half(call->input[0]->dtype);
    for (int i = 1; i < call->input_count; i++)
        mixed = mixed && call->input[i]->dtype == DTYPE_FLOAT32;
    return mixed;
}

static bool parameter_fits(const OpCall *call, int parameter, const Shape *wanted, Error *error)
{
    const Tensor *tensor = call_input(call, parameter);
    const char *name = parameter == 1 ? "weight" : "bias";
    if (!tensor) return true;
    if (!shape_equal(&tensor->shape, wanted)) {
        return error_set(error, "RuntimeError",
                         "Expected %s to be of same shape as normalized_shape, but got %s of shape "
                         "%s and normalized_shape = %s",
                         name, name, shape_list(error->arena, &tensor->shape),
                         shape_list(error->arena, wanted));
    }
    if (tensor->dtype == call->input[0]->dtype || mixes(call)) return true;
    const Tensor *weight = call_input(call, 1);
    if (tensor != weight && weight && weight->dtype == call->input[0]->dtype)
        return error_set(error, "RuntimeError", "expected scalar type %s but found %s",
                         dtype_title(weight->dtype), dtype_title(tensor->dtype));
    if (tensor->dtype == DTYPE_FLOAT32)
        return error_set(error, "RuntimeError",
                         "mixed dtype (CPU): all inputs must share same datatype.");
    return error_set(error, "RuntimeError",
                     "mixed dtype (CPU): expect parameter to have scalar type of Float");
}

static bool layer_norm_infer(OpCall *call, Error *error)
{
    int count = call->arg[0].count;
    if (count < 1 || count > MAX_DIMS) {
        return error_set(error, "RuntimeError",
                         "Expected normalized_shape to be at least 1-dimensional, i.e., containing "
                         "at least one element, but got normalized_shape = []");
    }
    Shape wanted = call_sizes(call, 0);
    bool ok = parameter_fits(call, 1, &wanted, error) && parameter_fits(call, 2, &wanted, error) &&
              input_fits(call, &wanted, error);
    if (!ok) return false;
    call->shape = call->input[0]->shape;
    call->dtype = call->input[0]->dtype;
    return dtype_is_float(call->dtype) ||
           error_not_implemented(error, "LayerNormKernelImpl", call->dtype);
}

static void layer_norm_forward(OpCall *call)
{
    Shape wanted = call_sizes(call, 0);
    Norm norm = {.call = call, .n = shape_count(&wanted), .eps = call_float(call, 1, 1e-5)};
    if (tensor_count(call->output) == 0) return;
    norm.rows = tensor_count(call->output) / norm.n;
    SCRATCH(scratch);
    (call->dtype == DTYPE_FLOAT32 ? norm_floats : norm_doubles)(&norm, &scratch);
}

// The row, then the weight and the bias of the cell.
static void layer_norm_sources(const OpCall *call, Index at, Terms *terms)
{
    Shape wanted = call_sizes(call, 0);
    int lead = call->shape.ndim - wanted.ndim;
    Index own = {0}, step = {0};
    for (int d = 0; d < wanted.ndim; d++) own.at[d] = at.at[lead + d];
    terms->kind = TERMS_FORMULA;
    terms->self = (int)index_ravel(&wanted, own);
    do {
        for (int d = 0; d < wanted.ndim; d++) at.at[lead + d] = step.at[d];
        terms_add(terms, 0, at);
    } while (index_next(&wanted, &step));
    for (int parameter = 1; parameter <= 2; parameter++) {
        if (call_input(call, parameter)) terms_add(terms, call_which(call, parameter), own);
    }
}

static double layer_norm_formula(const OpCall *call, Formula *f)
{
    Shape wanted = call_sizes(call, 0);
    int n = (int)shape_count(&wanted), next = n;
    double mean, variance, eps = call_float(call, 1, 1e-5);
    sum_mean_and_variance_of_doubles(f->exact, n, &mean, &variance);
    formula_write(f, "(");
    double cell = formula_term(f, f->terms->self);
    formula_write(f, " - ");
    cell -= formula_part(f, "mean", mean);
    formula_write(f, ") / ");
    cell /= formula_deviation(f, variance, eps);
    if (call_input(call, 1)) {
        formula_write(f, " * ");
        cell *= formula_term(f, next++);
    }
    if (call_input(call, 2)) {
        formula_write(f, " + ");
        cell += formula_term(f, next);
    }
    return cell;
}

// Of each row the mean, the variance and its root; of each cell its distance, divided.
static void layer_norm_cost(const OpCall *call, Cost *cost)
{
    Shape wanted = call_sizes(call, 0);
    int64_t cells = shape_count(&call->shape), n = shape_count(&wanted);
    if (n == 0) return;
    cost_variances(cost, cells / n, n);
    cost_add(cost, COST_ADDITIONS, cells / n, 1); // eps
    cost_add(cost, COST_ADDITIONS, cells, call_input(call, 2) != NULL);
    cost_add(cost, COST_MULTIPLICATIONS, cells, call_input(call, 1) ? 2 : 1);
    cost_add(cost, COST_OTHERS, cells / n, 1);
}

OP_ROW(layer_norm,
       "input: Tensor, normalized_shape: ints, weight: Tensor? = None, "
       "bias: Tensor? = None, eps: float = 1e-05, cudnn_enable: bool = True",
       "(..., n), (n), (n) -> (..., n)",
       "the cell's distance from the row's mean in standard deviations, times weight, plus bias",
       IN_TORCH | IN_FUNCTIONAL, .effort = {7, 3}, .traits = OP_WRITES_ALL,
       .notation = {"layer_norm(", ", ", ")", NULL}, .forward = layer_norm_forward,
       .sources = layer_norm_sources, .formula = layer_norm_formula, .cost = layer_norm_cost)
