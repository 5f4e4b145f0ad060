// The operations sum, nansum (which skips nan), trace (the sum of the diagonal) and mean (the sum
// divided by the number of cells).
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/float/rows.h"
#include "tensor/mistake.h"
#include "tensor/reductions/along.h"
#include "tensor/reductions/order_of_sums.h"
#include "tensor/reductions/totals.h"

#include <math.h>

// ---- sum ---------------------------------------------------------------------------------------

static void sum_int_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                          void *out)
{
    (void)call;
    const int64_t *cell = cells;
    uint64_t sum = 0; // wraps around
    for (int64_t i = 0; i < n; i++) sum += (uint64_t)cell[i * stride];
    *(int64_t *)out = (int64_t)sum;
}

static void sum_double_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                             void *out)
{
    (void)call;
    *(double *)out = sum_in_pairs(cells, stride, n);
}

static bool sum_infer(OpCall *call, Error *error)
{
    return total_infer(call, 1, 2, error);
}

static void sum_forward(OpCall *call)
{
    if (call->dtype == DTYPE_FLOAT32)
        reduce_nested(call, 0, sum_by_cascade);
    else
        reduce(call, reduce_operand(call->dtype),
               &(Folds){.ints = sum_int_cells, .doubles = sum_double_cells});
}

const Op op_sum = {
    .name = "sum",
    .effort = 2,
    .wide_effort = 6,
    .signature = "input: Tensor, dim: ints? = None, keepdim: bool = False, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the sum of the cells along the dimension",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " + "},
    .infer = sum_infer,
    .forward = sum_forward,
    .sources = sources_reduced,
    .value = total_sum,
    .cost = cost_reduced,
    .mistakes = mistakes_sum,
};

// ---- nansum, trace -----------------------------------------------------------------------------

static void nansum_double_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                                void *out)
{
    (void)call;
    const double *cell = cells;
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += isnan(cell[i * stride]) ? 0 : cell[i * stride];
    *(double *)out = sum;
}

static double nansum_value(const OpCall *call, const double *term, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += isnan(term[i]) ? 0 : total_operand(call, term[i]);
    return sum;
}

// In the order of sum, with 0 for what is no number.
static void cascade_sum_of_numbers(const Nest *nest)
{
    Arena scratch = {0};
    int64_t down = nest->in_stride[0], across = nest->in_stride[1];
    int64_t span = (nest->n[0] - 1) * down + (nest->n[1] - 1) * across + 1;
    float *cell = arena_array(&scratch, (size_t)span, sizeof *cell);
    for (int64_t i = 0; i < span; i++) cell[i] = isnan(nest->in[i]) ? 0 : nest->in[i];
    Nest numbers = *nest;
    numbers.in = cell;
    sum_by_cascade(&numbers);
    arena_free(&scratch);
}

static void nansum_forward(OpCall *call)
{
    if (call->dtype != DTYPE_FLOAT32) {
        reduce(call, reduce_operand(call->dtype),
               &(Folds){.ints = sum_int_cells, .doubles = nansum_double_cells});
        return;
    }
    reduce_nested(call, 0, cascade_sum_of_numbers);
}

const Op op_nansum = {
    .name = "nansum",
    .effort = 10,
    .wide_effort = 5,
    .signature = "input: Tensor, dim: ints? = None, keepdim: bool = False, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the sum of the cells along the dimension that are not NaN",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " + "},
    .infer = sum_infer,
    .forward = nansum_forward,
    .sources = sources_reduced,
    .value = nansum_value,
    .cost = cost_reduced,
};

static bool trace_infer(OpCall *call, Error *error)
{
    int ndim = call->input[0]->shape.ndim;
    DType dtype = call->input[0]->dtype;
    if (dtype_is_half(dtype)) return error_not_implemented(error, "trace", dtype);
    if (ndim != 2) {
        return error_set(error, "RuntimeError",
                         "trace: expected a matrix, but got tensor with dim %d", ndim);
    }
    call->shape = (Shape){0};
    if (dtype == DTYPE_BOOL) return error_not_implemented(error, "trace", dtype);
    return total_dtype(call, 0, error);
}

static int64_t diagonal_length(const OpCall *call)
{
    const Shape *shape = &call->input[0]->shape;
    return shape->dim[0] < shape->dim[1] ? shape->dim[0] : shape->dim[1];
}

static void trace_forward(OpCall *call)
{
    double sum = 0;
    uint64_t whole = 0; // wraps around
    for (int64_t i = 0; i < diagonal_length(call); i++) {
        Index at = {{i, i}};
        if (dtype_is_float(call->dtype))
            sum += tensor_get(call->input[0], at);
        else
            whole += (uint64_t)tensor_get_int(call->input[0], at);
    }
    if (dtype_is_float(call->dtype))
        tensor_set(call->output, (Index){0}, sum);
    else
        tensor_set_int(call->output, (Index){0}, (int64_t)whole);
}

static void trace_sources(const OpCall *call, Index at, Terms *terms)
{
    (void)at;
    terms->kind = TERMS_REDUCTION;
    for (int64_t i = 0; i < diagonal_length(call); i++) terms_add(terms, 0, (Index){{i, i}});
}

const Op op_trace = {
    .name = "trace",
    .signature = "input: Tensor",
    .shape = "(m, n) -> ()",
    .doc = "the sum of the cells on the diagonal",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " + "},
    .infer = trace_infer,
    .forward = trace_forward,
    .sources = trace_sources,
    .value = total_sum,
};

// ---- mean --------------------------------------------------------------------------------------

static double mean_value(const OpCall *call, const double *term, int count)
{
    return total_sum(call, term, count) / count;
}

static bool mean_infer(OpCall *call, Error *error)
{
    bool given = call_has(call, 2);
    DType dtype = (DType)call_int(call, 2, (int64_t)call->input[0]->dtype);
    if (!dtype_is_float(dtype)) {
        error_set(error, "RuntimeError",
                  "mean(): could not infer output dtype. %s dtype must be either a floating point "
                  "or complex dtype. Got: %s",
                  given ? "Optional" : "Input", dtype_title(dtype));
        return error_hint(error, "convert it first: .float()");
    }
    return total_infer(call, 1, 2, error);
}

static void mean_forward(OpCall *call)
{
    int64_t cells = tensor_count(call->output);
    int64_t count = cells ? tensor_count(call->input[0]) / cells : 0;
    sum_forward(call);
    if (call->dtype == DTYPE_FLOAT64) {
        double *out = tensor_doubles(call->output);
        for (int64_t i = 0; i < cells; i++) out[i] /= (double)count;
        return;
    }
    float *out = tensor_floats(call->output);
    for (int64_t i = 0; i < cells; i++) out[i] /= (float)count;
}

const Op op_mean = {
    .name = "mean",
    .exact_number = true,
    .effort = 32,
    .wide_effort = 16,
    .signature = "input: Tensor, dim: ints? = None, keepdim: bool = False, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the sum of the cells along the dimension, divided by their number",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {"(", " + ", ") / $n", NULL},
    .infer = mean_infer,
    .forward = mean_forward,
    .sources = sources_reduced,
    .value = mean_value,
    .cost = cost_reduced,
    .mistakes = mistakes_mean,
};
