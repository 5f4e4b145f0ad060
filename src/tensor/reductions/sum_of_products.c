// Sums of products along the last dimension of two tensors, in the orders in which PyTorch adds
// them in its functions that bring values to mean 0 and variance 1 (batch_norm_kernel.cpp,
// group_norm_kernel.cpp): "down" one product after the other, each fused with the sum; "eights"
// every eighth product in one sum and these as a tree; "lanes" every eighth product in
// one sum, fused, these one after the other, and what is left over by fours.
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/float/bits.h"
#include "tensor/float/rows.h"
#include "tensor/reductions/order_of_sums.h"

#include <math.h>
#include <string.h>

enum { LANES = 8 };

// `n` products; `room` has place for them.
typedef float SumOfFloats(const float *x, const float *y, float *room, int64_t n);

static float sum_in_order(const float *x, const float *y, float *room, int64_t n)
{
    float sum = 0;
    (void)room;
    for (int64_t i = 0; i < n; i++) sum = fmaf(x[i], y[i], sum);
    return sum;
}

ROW_LOOP(products, a[i] * b[i])

static float sum_by_tree(const float *x, const float *y, float *room, int64_t n)
{
    products(room, x, y, 0, n);
    return n ? sum_by_eights(room, n) : 0;
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
           : strcmp(order, "eights") == 0 ? sum_by_tree
           : strcmp(order, "lanes") == 0  ? sum_by_lanes
                                          : NULL;
}

// ---- the operation -----------------------------------------------------------------------------

static bool products_infer(OpCall *call, Error *error)
{
    const Shape *x = &call->input[0]->shape, *y = &call->input[1]->shape;
    call->dtype = call->input[0]->dtype;
    call->shape = *x;
    if (!shape_equal(x, y) || x->ndim == 0)
        return error_set(error, "RuntimeError",
                         "two tensors of one shape are multiplied cell by cell, not of %s and %s",
                         shape_tuple(error->arena, x), shape_tuple(error->arena, y));
    call->shape.ndim--;
    if (!order_of(call))
        return error_set(error, "RuntimeError", "there is no order of summation \"%s\"",
                         call_str(call, 0, ""));
    return dtype_is_float(call->dtype) ||
           error_not_implemented(error, "_sum_of_products", call->dtype);
}

static int64_t products_depth(const OpCall *call)
{
    const Shape *shape = &call->input[0]->shape;
    return shape->dim[shape->ndim - 1];
}

static void of_floats(OpCall *call, Arena *scratch)
{
    const float *x = tensor_contiguous_floats(call->input[0], scratch);
    const float *y = tensor_contiguous_floats(call->input[1], scratch);
    float *out = tensor_floats(call->output);
    int64_t n = products_depth(call), sums = tensor_count(call->output);
    float *room = arena_array(scratch, (size_t)n, sizeof *room);
    SumOfFloats *sum = order_of(call);
    for (int64_t i = 0; i < sums; i++) out[i] = sum(x + i * n, y + i * n, room, n);
}

static void of_doubles(OpCall *call, Arena *scratch)
{
    const double *x = tensor_contiguous_doubles(call->input[0], scratch);
    const double *y = tensor_contiguous_doubles(call->input[1], scratch);
    double *out = tensor_doubles(call->output);
    int64_t n = products_depth(call), sums = tensor_count(call->output);
    for (int64_t i = 0; i < sums; i++, x += n, y += n) {
        double sum = 0;
        for (int64_t k = 0; k < n; k++) sum = fma(x[k], y[k], sum);
        out[i] = sum;
    }
}

static void products_forward(OpCall *call)
{
    Arena scratch = {0};
    (call->dtype == DTYPE_FLOAT32 ? of_floats : of_doubles)(call, &scratch);
    arena_free(&scratch);
}

static void products_sources(const OpCall *call, Index at, Terms *terms)
{
    int64_t *last = &at.at[call->shape.ndim];
    terms->kind = TERMS_SUM_OF_PRODUCTS;
    for (*last = 0; *last < products_depth(call) && !terms_suffice(terms); ++*last) {
        terms_add(terms, 0, at);
        terms_add(terms, 1, at);
    }
}

const Op op__sum_of_products = {
    .name = "_sum_of_products",
    .effort = {4},
    .signature = "input: Tensor, other: Tensor, order: str",
    .shape = "(..., n), (..., n) -> (...)",
    .doc = "multiply the cells along the last dimension pair by pair and add up",
    .found = IN_LIBRARY,
    .notation = {.between = " + "},
    .infer = products_infer,
    .forward = products_forward,
    .sources = products_sources,
    .depth = products_depth,
};
