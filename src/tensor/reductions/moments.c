// The mean or the variance of the cells along the last dimension, as PyTorch's kernels for
// layer_norm and group_norm find both in one pass (order_of_sums.h: sum_mean_and_variance).
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/reductions/order_of_sums.h"

#include <math.h>

static bool moment_infer(OpCall *call, Error *error)
{
    call->dtype = call->input[0]->dtype;
    call->shape = call->input[0]->shape;
    if (call->shape.ndim == 0) return error_no_dimensions(error);
    call->shape.ndim--;
    return dtype_is_float(call->dtype) || error_not_implemented(error, "_moment", call->dtype);
}

static bool is_of_squares(const OpCall *call)
{
    return call_int(call, 0, 1) == 2;
}

static int64_t line_length(const OpCall *call)
{
    return call->input[0]->shape.dim[call->shape.ndim];
}

static double moment_of(const OpCall *call, const double *cell, int64_t n)
{
    double mean, variance;
    sum_mean_and_variance_of_doubles(cell, n, &mean, &variance);
    return is_of_squares(call) ? variance : mean;
}

static void of_floats(OpCall *call, Arena *scratch)
{
    const float *in = tensor_contiguous_floats(call->input[0], scratch);
    float *out = tensor_floats(call->output), mean, variance;
    int64_t n = line_length(call), lines = tensor_count(call->output);
    for (int64_t i = 0; i < lines; i++, in += n) {
        mean = variance = NAN; // of no cells
        if (n) sum_mean_and_variance(in, n, &mean, &variance);
        out[i] = is_of_squares(call) ? variance : mean;
    }
}

static void of_doubles(OpCall *call, Arena *scratch)
{
    const double *in = tensor_contiguous_doubles(call->input[0], scratch);
    double *out = tensor_doubles(call->output);
    int64_t n = line_length(call), lines = tensor_count(call->output);
    for (int64_t i = 0; i < lines; i++, in += n) out[i] = moment_of(call, in, n);
}

static void moment_forward(OpCall *call)
{
    Arena scratch = {0};
    (call->dtype == DTYPE_FLOAT32 ? of_floats : of_doubles)(call, &scratch);
    arena_free(&scratch);
}

static void moment_sources(const OpCall *call, Index at, Terms *terms)
{
    int64_t *last = &at.at[call->shape.ndim];
    terms->kind = TERMS_REDUCTION;
    for (*last = 0; *last < line_length(call) && !terms_suffice(terms); ++*last)
        terms_add(terms, 0, at);
}

static double moment_value(const OpCall *call, const double *term, int count)
{
    return moment_of(call, term, count);
}

// Both are found, whichever is asked for.
static void moment_cost(const OpCall *call, Cost *cost)
{
    int64_t n = line_length(call), lines = shape_count(&call->shape);
    cost_sums(cost, COST_ADDITIONS, 2 * lines, n);
    cost_add(cost, COST_ADDITIONS, lines, n);
    cost_add(cost, COST_MULTIPLICATIONS, lines, n + 2);
}

const Op op__moment = {
    .name = "_moment",
    .effort = {7},
    .signature = "input: Tensor, order: int",
    .shape = "(..., n) -> (...)",
    .doc = "the mean of the cells along the last dimension, or the mean of their squared distances "
           "from it",
    .found = IN_LIBRARY,
    .infer = moment_infer,
    .forward = moment_forward,
    .sources = moment_sources,
    .depth = line_length,
    .cost = moment_cost,
    .value = moment_value,
};
