// softmax and log_softmax along any dimension.
//
// Both are computed against the line's largest cell, so that no exponential overflows. A line of
// -inf gives NaN, as in PyTorch.
#include "tensor/along.h"
#include "tensor/reduce.h"

#include <math.h>

static float largest_of(const Line *line)
{
    const float *in = line->in;
    float largest = in[0];
    for (int64_t i = 1; i < line->n; i++) {
        float x = in[i * line->in_stride];
        if (x > largest) largest = x;
    }
    return largest;
}

static void softmax_line(const Line *line)
{
    const float *in = line->in;
    float *out = line->out, largest = largest_of(line);
    for (int64_t i = 0; i < line->n; i++)
        out[i * line->out_stride] = expf(in[i * line->in_stride] - largest);
    float sum = sum_floats(out, line->out_stride, line->n);
    for (int64_t i = 0; i < line->n; i++) out[i * line->out_stride] /= sum;
}

static void log_softmax_line(const Line *line)
{
    const float *in = line->in;
    float *out = line->out, largest = largest_of(line);
    for (int64_t i = 0; i < line->n; i++)
        out[i * line->out_stride] = expf(in[i * line->in_stride] - largest);
    float log_sum = logf(sum_floats(out, line->out_stride, line->n));
    for (int64_t i = 0; i < line->n; i++)
        out[i * line->out_stride] = in[i * line->in_stride] - largest - log_sum;
}

static bool infer_line(OpCall *call, const char *last_kernel, Error *error)
{
    const Tensor *in = call->input[0];
    DType dtype = (DType)call_int(call, 1, (int64_t)in->dtype);
    int dim;
    if (!wrap_dim(call_int(call, 0, 0), in->shape.ndim, &dim, error)) return false;
    if (dtype != DTYPE_FLOAT32) {
        bool last = in->shape.ndim > 0 && dim == in->shape.ndim - 1;
        not_implemented(error, last ? last_kernel : "softmax_kernel_impl", dtype);
        return error_hint(error, "convert it first: .float()");
    }
    call->shape = in->shape;
    call->dtype = DTYPE_FLOAT32;
    return true;
}

static void add_line(const OpCall *call, Index at, Terms *terms)
{
    int dim = called_dim(call);
    int64_t n = call->shape.ndim ? call->shape.dim[dim] : 1;
    for (int64_t i = 0; i < n; i++) {
        at.at[dim] = i;
        terms_add(terms, 0, at);
    }
}

// ---- softmax -----------------------------------------------------------------------------------

static bool softmax_infer(OpCall *call, Error *error)
{
    return infer_line(call, "softmax_lastdim_kernel_impl", error);
}

static void softmax_forward(OpCall *call)
{
    along_dim(call, DTYPE_FLOAT32, softmax_line);
}

static void softmax_sources(const OpCall *call, Index at, Terms *terms)
{
    terms->kind = TERMS_EXP_OVER_SUM;
    terms->self = (int)at.at[called_dim(call)];
    add_line(call, at, terms);
}

const Op op_softmax = {
    .name = "softmax",
    .signature = "input: Tensor, dim: int, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "exp of the cell, divided by the sum of exp along the dimension",
    .found = IN_TORCH | IN_TENSOR | IN_FUNCTIONAL,
    .infer = softmax_infer,
    .forward = softmax_forward,
    .sources = softmax_sources,
};

// ---- log_softmax -------------------------------------------------------------------------------

static bool log_softmax_infer(OpCall *call, Error *error)
{
    return infer_line(call, "log_softmax_lastdim_kernel_impl", error);
}

static void log_softmax_forward(OpCall *call)
{
    along_dim(call, DTYPE_FLOAT32, log_softmax_line);
}

// The cell itself first, then the whole line.
static void log_softmax_sources(const OpCall *call, Index at, Terms *terms)
{
    terms->kind = TERMS_REDUCTION;
    terms_add(terms, 0, at);
    add_line(call, at, terms);
}

static double log_softmax_value(const OpCall *call, const double *term, int count)
{
    (void)call;
    double largest = term[1], sum = 0;
    for (int i = 2; i < count; i++) largest = fmax(largest, term[i]);
    for (int i = 1; i < count; i++) sum += exp(term[i] - largest);
    return term[0] - largest - log(sum);
}

const Op op_log_softmax = {
    .name = "log_softmax",
    .signature = "input: Tensor, dim: int, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the cell minus the logarithm of the sum of exp along the dimension",
    .found = IN_TORCH | IN_TENSOR | IN_FUNCTIONAL,
    .notation = {"log_softmax(", ", ", ")"},
    .infer = log_softmax_infer,
    .forward = log_softmax_forward,
    .sources = log_softmax_sources,
    .value = log_softmax_value,
};
