// The operations cumsum and cumprod: y[i] = x[0] + ... + x[i], and the same with products. Floats
// are accumulated in double precision, halves in float32, as PyTorch does.
#include "tensor/cost.h"
#include "tensor/reductions/along.h"
#include "tensor/reductions/reduce.h"
#include "tensor/reductions/totals.h"

// ---- the running sum ---------------------------------------------------------------------------

static void cumsum_floats(const LineAlong *line)
{
    const float *in = line->in;
    float *out = line->out;
    double sum = 0; // PyTorch accumulates in double precision
    for (int64_t i = 0; i < line->n; i++) {
        sum += (double)in[i * line->in_stride];
        out[i * line->out_stride] = (float)sum;
    }
}

static void cumsum_halves(const LineAlong *line)
{
    const float *in = line->in;
    float *out = line->out, sum = 0;
    for (int64_t i = 0; i < line->n; i++) {
        sum += in[i * line->in_stride];
        out[i * line->out_stride] = sum;
    }
}

static void cumsum_doubles(const LineAlong *line)
{
    const double *in = line->in;
    double *out = line->out, sum = 0;
    for (int64_t i = 0; i < line->n; i++) {
        sum += in[i * line->in_stride];
        out[i * line->out_stride] = sum;
    }
}

static void cumsum_ints(const LineAlong *line)
{
    const int64_t *in = line->in;
    int64_t *out = line->out;
    uint64_t sum = 0;
    for (int64_t i = 0; i < line->n; i++) {
        sum += (uint64_t)in[i * line->in_stride];
        out[i * line->out_stride] = (int64_t)sum;
    }
}

static bool cumsum_infer(OpCall *call, Error *error)
{
    int dim;
    call->shape = call->input[0]->shape;
    if (!total_dtype(call, 1, error)) return false;
    return shape_wrap_dim(call_int(call, 0, 0), call->shape.ndim, &dim, error);
}

static void cumsum_forward(OpCall *call)
{
    DType operand = reduce_operand(call->dtype);
    along_dim(call, operand,
              dtype_is_half(call->halves) ? cumsum_halves
              : operand == DTYPE_FLOAT32  ? cumsum_floats
              : operand == DTYPE_FLOAT64  ? cumsum_doubles
                                          : cumsum_ints);
}

static void cumsum_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = along_which_dim(call);
    Index from = at;
    terms->kind = TERMS_REDUCTION;
    for (from.at[dim] = 0; from.at[dim] <= at.at[dim]; from.at[dim]++) terms_add(terms, 0, from);
}

// Each cell from the one before it.
static void add_running(const OpCall *call, CostKind kind, Cost *cost)
{
    int64_t n = call->shape.ndim ? call->shape.dim[along_which_dim(call)] : 1;
    if (n) cost_sums(cost, kind, shape_count(&call->shape) / n, n);
}

static void cumsum_cost(const OpCall *call, Cost *cost)
{
    add_running(call, COST_ADDITIONS, cost);
}

const Op op_cumsum = {
    .name = "cumsum",
    .effort = 11,
    .wide_effort = 2,
    .signature = "input: Tensor, dim: int, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the sum of the cells along the dimension, up to this one",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " + "},
    .infer = cumsum_infer,
    .forward = cumsum_forward,
    .sources = cumsum_sources,
    .value = total_sum,
    .cost = cumsum_cost,
};

// ---- the running product -----------------------------------------------------------------------

static void cumprod_floats(const LineAlong *line)
{
    const float *in = line->in;
    float *out = line->out;
    double product = 1; // PyTorch accumulates in double precision
    for (int64_t i = 0; i < line->n; i++) {
        product *= (double)in[i * line->in_stride];
        out[i * line->out_stride] = (float)product;
    }
}

static void cumprod_halves(const LineAlong *line)
{
    const float *in = line->in;
    float *out = line->out, product = 1;
    for (int64_t i = 0; i < line->n; i++) {
        product *= in[i * line->in_stride];
        out[i * line->out_stride] = product;
    }
}

static void cumprod_doubles(const LineAlong *line)
{
    const double *in = line->in;
    double *out = line->out, product = 1;
    for (int64_t i = 0; i < line->n; i++) {
        product *= in[i * line->in_stride];
        out[i * line->out_stride] = product;
    }
}

static void cumprod_ints(const LineAlong *line)
{
    const int64_t *in = line->in;
    int64_t *out = line->out;
    uint64_t product = 1;
    for (int64_t i = 0; i < line->n; i++) {
        product *= (uint64_t)in[i * line->in_stride];
        out[i * line->out_stride] = (int64_t)product;
    }
}

static void cumprod_forward(OpCall *call)
{
    DType operand = reduce_operand(call->dtype);
    along_dim(call, operand,
              dtype_is_half(call->halves) ? cumprod_halves
              : operand == DTYPE_FLOAT32  ? cumprod_floats
              : operand == DTYPE_FLOAT64  ? cumprod_doubles
                                          : cumprod_ints);
}

static void cumprod_cost(const OpCall *call, Cost *cost)
{
    add_running(call, COST_MULTIPLICATIONS, cost);
}

const Op op_cumprod = {
    .name = "cumprod",
    .effort = 11,
    .wide_effort = 2,
    .signature = "input: Tensor, dim: int, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the product of the cells along the dimension, up to this one",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " * "},
    .infer = cumsum_infer,
    .forward = cumprod_forward,
    .sources = cumsum_sources,
    .value = total_product,
    .cost = cumprod_cost,
};
