// What the library's functions that bring values to mean 0 and variance 1 are made of, along the
// last dimension: _moment, the mean or the variance of the cells, as PyTorch's kernels for
// layer_norm and group_norm find both in one pass; and _sum_of_products of two tensors, in the
// orders in which PyTorch adds (batch_norm_kernel.cpp, group_norm_kernel.cpp): "down" one product
// after the other, each fused with the sum; "eights" every eighth product in one sum and these as a
// tree; "lanes" every eighth product in one sum, fused, these one after the other, and what is left
// over by fours.
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/float/bits.h"
#include "tensor/float/rows.h"
#include "tensor/reductions/order_of_sums.h"

#include <math.h>
#include <string.h>

enum { LANES = 8 };

// ---- lines of one tensor or two ----------------------------------------------------------------

static int64_t line_length(const OpCall *call)
{
    return call->input[0]->shape.dim[call->shape.ndim];
}

static void infer_shorter(OpCall *call)
{
    call->dtype = call->input[0]->dtype;
    call->shape = call->input[0]->shape;
    call->shape.ndim--;
}

// Of `n` cells of one tensor, or of two; `room` has place for as many.
typedef float LineOfFloats(const OpCall *call, const float *x, const float *y, float *room,
                           int64_t n);
typedef double LineOfDoubles(const OpCall *call, const double *x, const double *y, int64_t n);

static void run_lines(OpCall *call, LineOfFloats *of_floats, LineOfDoubles *of_doubles)
{
    SCRATCH(scratch);
    int64_t n = line_length(call), lines = tensor_count(call->output);
    const void *x = tensor_contiguous_cells(call->input[0], call->dtype, &scratch);
    const Tensor *second = call->input[call->input_count - 1];
    const void *y = tensor_contiguous_cells(second, call->dtype, &scratch);
    if (call->dtype == DTYPE_FLOAT32) {
        float *out = tensor_floats(call->output);
        float *room = arena_array(&scratch, (size_t)n, sizeof *room);
        for (int64_t i = 0; i < lines; i++)
            out[i] = of_floats(call, (const float *)x + i * n, (const float *)y + i * n, room, n);
    } else {
        double *out = tensor_doubles(call->output);
        for (int64_t i = 0; i < lines; i++)
            out[i] = of_doubles(call, (const double *)x + i * n, (const double *)y + i * n, n);
    }
}

static void line_sources(const OpCall *call, Index at, Terms *terms)
{
    int64_t *last = &at.at[call->shape.ndim];
    terms->kind = call->input_count > 1 ? TERMS_SUM_OF_PRODUCTS : TERMS_REDUCTION;
    for (*last = 0; *last < line_length(call) && !terms_suffice(terms); ++*last)
        for (int k = 0; k < call->input_count; k++) terms_add(terms, k, at);
}

#define LINE_ROW(id, its_signature, its_shape, its_doc, ...)                                       \
    OP(id, its_signature, its_shape, its_doc, IN_LIBRARY, .infer = id##_infer,                     \
       .forward = id##_forward, .sources = line_sources, .depth = line_length, __VA_ARGS__)

// ---- mean and variance -------------------------------------------------------------------------

static bool _moment_infer(OpCall *call, Error *error)
{
    if (call->input[0]->shape.ndim == 0) return error_no_dimensions(error);
    infer_shorter(call);
    return dtype_is_float(call->dtype) || error_not_implemented(error, "_moment", call->dtype);
}

static bool is_of_squares(const OpCall *call)
{
    return call_int(call, 0, 1) == 2;
}

static float moment_of_floats(const OpCall *call, const float *x, const float *y, float *room,
                              int64_t n)
{
    float mean = NAN, variance = NAN; // of no cells
    (void)y, (void)room;
    if (n) sum_mean_and_variance(x, n, &mean, &variance);
    return is_of_squares(call) ? variance : mean;
}

static double moment_of_doubles(const OpCall *call, const double *x, const double *y, int64_t n)
{
    double mean, variance;
    (void)y;
    sum_mean_and_variance_of_doubles(x, n, &mean, &variance);
    return is_of_squares(call) ? variance : mean;
}

static void _moment_forward(OpCall *call)
{
    run_lines(call, moment_of_floats, moment_of_doubles);
}

static double moment_value(const OpCall *call, const double *term, int count)
{
    return moment_of_doubles(call, term, term, count);
}

// Both are found, whichever is asked for.
static void moment_cost(const OpCall *call, Cost *cost)
{
    cost_variances(cost, shape_count(&call->shape), line_length(call));
}

LINE_ROW(_moment, "input: Tensor, order: int", "(..., n) -> (...)",
         "the mean of the cells along the last dimension, or the mean of their squared distances "
         "from it",
         .value = moment_value, .cost = moment_cost, .effort = {7})

// ---- sums of products --------------------------------------------------------------------------

typedef float SumOfFloats(const float *x, const float *y, float *room, int64_t n);

static float sum_in_order(const float *x, const float *y, float *room, int64_t n)
{
    float sum = 0;
    (void)room;
    for (int64_t i = 0; i < n; i++) sum = fmaf(x[i], y[i], sum);
    return sum;
}

static float sum_by_lanes(const float *x, const float *y, float *room, int64_t n)
{
    float lane[LANES] = {0}, sum = 0;
    int64_t whole = n / LANES * LANES, fours = n - n % LANES % 4;
    (void)room;
    for (int64_t i = 0; i < whole; i++) lane[i % LANES] = fmaf(x[i], y[i], lane[i % LANES]);
    for (int k = 0; k < LANES; k++) sum += lane[k];
    for (int64_t i = whole; i < fours; i++) sum += x[i] * y[i];
    for (int64_t i = fours; i < n; i++) sum = fmaf(x[i], y[i], sum);
    return sum;
}

static SumOfFloats *order_of(const OpCall *call)
{
    const char *order = call_str(call, 0, "");
    return strcmp(order, "down") == 0     ? sum_in_order
           : strcmp(order, "eights") == 0 ? sum_products_by_eights
           : strcmp(order, "lanes") == 0  ? sum_by_lanes
                                          : NULL;
}

static bool _sum_of_products_infer(OpCall *call, Error *error)
{
    const Shape *x = &call->input[0]->shape, *y = &call->input[1]->shape;
    if (!shape_equal(x, y) || x->ndim == 0)
        return error_set(error, "RuntimeError",
                         "two tensors of one shape are multiplied cell by cell, not of %s and %s",
                         shape_tuple(error->arena, x), shape_tuple(error->arena, y));
    infer_shorter(call);
    if (!order_of(call))
        return error_set(error, "RuntimeError", "there is no order of summation \"%s\"",
                         call_str(call, 0, ""));
    return dtype_is_float(call->dtype) ||
           error_not_implemented(error, "_sum_of_products", call->dtype);
}

static float sum_of_floats(const OpCall *call, const float *x, const float *y, float *room,
                           int64_t n)
{
    return order_of(call)(x, y, room, n);
}

static double sum_of_doubles(const OpCall *call, const double *x, const double *y, int64_t n)
{
    double sum = 0;
    (void)call;
    for (int64_t k = 0; k < n; k++) sum = fma(x[k], y[k], sum);
    return sum;
}

static void _sum_of_products_forward(OpCall *call)
{
    run_lines(call, sum_of_floats, sum_of_doubles);
}

LINE_ROW(_sum_of_products, "input: Tensor, other: Tensor, order: str",
         "(..., n), (..., n) -> (...)",
         "multiply the cells along the last dimension pair by pair and add up",
         .notation = {.between = " + "}, .effort = {4})
