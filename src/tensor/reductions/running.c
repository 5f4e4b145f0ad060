// The operations cumsum and cumprod: y[i] = x[0] + ... + x[i], and the same with products. Floats
// are accumulated in double precision, halves in float32, as PyTorch does.
#include "tensor/cost.h"
#include "tensor/reductions/along.h"
#include "tensor/reductions/reduce.h"
#include "tensor/reductions/totals.h"

static bool infer_running(OpCall *call, Error *error)
{
    int dim;
    call->shape = call->input[0]->shape;
    if (!total_dtype(call, 1, error)) return false;
    return shape_wrap_dim(call_int(call, 0, 0), call->shape.ndim, &dim, error);
}

static void sources_so_far(const OpCall *call, Index at, Terms *terms)
{
    int dim = along_which_dim(call);
    Index from = at;
    terms->kind = TERMS_REDUCTION;
    for (from.at[dim] = 0; from.at[dim] <= at.at[dim]; from.at[dim]++) terms_add(terms, 0, from);
}

#define RUNNING_LINE(name, Cell, Total, start, joins)                                              \
    static void name(const LineAlong *line)                                                        \
    {                                                                                              \
        const Cell *in = line->in;                                                                 \
        Cell *out = line->out;                                                                     \
        Total total = start;                                                                       \
        for (int64_t i = 0; i < line->n; i++) {                                                    \
            total joins(Total) in[i * line->in_stride];                                            \
            out[i * line->out_stride] = (Cell)total;                                               \
        }                                                                                          \
    }

// Each cell is made from the one before it.
#define RUNNING(id, start, joins, cost_kind, its_value, sign, its_doc)                             \
    RUNNING_LINE(id##_floats, float, double, start, joins)                                         \
    RUNNING_LINE(id##_halves, float, float, start, joins)                                          \
    RUNNING_LINE(id##_doubles, double, double, start, joins)                                       \
    RUNNING_LINE(id##_ints, int64_t, uint64_t, start, joins)                                       \
    static void id##_forward(OpCall *call)                                                         \
    {                                                                                              \
        DType operand = reduce_operand(call->dtype);                                               \
        along_dim(call, operand,                                                                   \
                  dtype_is_half(call->halves) ? id##_halves                                        \
                  : operand == DTYPE_FLOAT32  ? id##_floats                                        \
                  : operand == DTYPE_FLOAT64  ? id##_doubles                                       \
                                              : id##_ints);                                         \
    }                                                                                              \
    static void id##_cost(const OpCall *call, Cost *cost)                                          \
    {                                                                                              \
        int64_t n = along_length(call);                                                            \
        if (n) cost_sums(cost, cost_kind, shape_count(&call->shape) / n, n);                       \
    }                                                                                              \
    const Op op_##id = {.name = #id,                                                               \
                        .effort = {11, 2},                                                         \
                        .signature = "input: Tensor, dim: int, dtype: dtype? = None",              \
                        .shape = "(..., n, ...) -> (..., n, ...)",                                 \
                        .doc = its_doc,                                                            \
                        .found = IN_TORCH | IN_TENSOR,                                             \
                        .notation = {.between = sign},                                             \
                        .infer = infer_running,                                                    \
                        .forward = id##_forward,                                                   \
                        .sources = sources_so_far,                                                 \
                        .value = its_value,                                                        \
                        .cost = id##_cost};

RUNNING(cumsum, 0, +=, COST_ADDITIONS, total_sum, " + ",
        "the sum of the cells along the dimension, up to this one")
RUNNING(cumprod, 1, *=, COST_MULTIPLICATIONS, total_product, " * ",
        "the product of the cells along the dimension, up to this one")
