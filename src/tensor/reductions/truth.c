// The operations any and all: whether any cell, or every cell, along a dimension is True (or not
// 0).
#include "tensor/cost.h"
#include "tensor/reductions/reduce.h"

static int64_t true_floats(const float *cell, int64_t stride, int64_t n)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) count += cell[i * stride] != 0;
    return count;
}

static int64_t true_doubles(const double *cell, int64_t stride, int64_t n)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) count += cell[i * stride] != 0;
    return count;
}

static int64_t true_ints(const int64_t *cell, int64_t stride, int64_t n)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) count += cell[i * stride] != 0;
    return count;
}

static double true_terms(const double *term, int count)
{
    int found = 0;
    for (int i = 0; i < count; i++) found += term[i] != 0;
    return found;
}

static bool infer_truth(OpCall *call, Error *error)
{
    // PyTorch's any and all of bytes are bytes.
    call->dtype = call->input[0]->dtype == DTYPE_UINT8 ? DTYPE_UINT8 : DTYPE_BOOL;
    return infer_reduced(call, 1, error);
}

static DType truth_operand(const OpCall *call)
{
    return reduce_operand(call->input[0]->dtype);
}

static void any_floats(const OpCall *call, const void *cells, int64_t stride, int64_t n, void *out)
{
    (void)call;
    *(int64_t *)out = true_floats(cells, stride, n) > 0;
}

static void any_doubles(const OpCall *call, const void *cells, int64_t stride, int64_t n, void *out)
{
    (void)call;
    *(int64_t *)out = true_doubles(cells, stride, n) > 0;
}

static void any_ints(const OpCall *call, const void *cells, int64_t stride, int64_t n, void *out)
{
    (void)call;
    *(int64_t *)out = true_ints(cells, stride, n) > 0;
}

static double any_value(const OpCall *call, const double *term, int count)
{
    (void)call;
    return true_terms(term, count) > 0;
}

static void any_forward(OpCall *call)
{
    reduce(call, truth_operand(call), &(Folds){any_floats, DTYPE_INT64, any_ints, any_doubles});
}

const Op op_any = {
    .name = "any",
    .effort = 6,
    .wide_effort = 12,
    .signature = "input: Tensor, dim: int? = None, keepdim: bool = False",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "True where a cell along the dimension is",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " or "},
    .infer = infer_truth,
    .forward = any_forward,
    .sources = sources_reduced,
    .value = any_value,
    .cost = cost_reduced,
};

static void all_floats(const OpCall *call, const void *cells, int64_t stride, int64_t n, void *out)
{
    (void)call;
    *(int64_t *)out = true_floats(cells, stride, n) == n;
}

static void all_doubles(const OpCall *call, const void *cells, int64_t stride, int64_t n, void *out)
{
    (void)call;
    *(int64_t *)out = true_doubles(cells, stride, n) == n;
}

static void all_ints(const OpCall *call, const void *cells, int64_t stride, int64_t n, void *out)
{
    (void)call;
    *(int64_t *)out = true_ints(cells, stride, n) == n;
}

static double all_value(const OpCall *call, const double *term, int count)
{
    (void)call;
    return true_terms(term, count) == count;
}

static void all_forward(OpCall *call)
{
    reduce(call, truth_operand(call), &(Folds){all_floats, DTYPE_INT64, all_ints, all_doubles});
}

const Op op_all = {
    .name = "all",
    .effort = 6,
    .wide_effort = 12,
    .signature = "input: Tensor, dim: int? = None, keepdim: bool = False",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "True where all cells along the dimension are",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {.between = " and "},
    .infer = infer_truth,
    .forward = all_forward,
    .sources = sources_reduced,
    .value = all_value,
    .cost = cost_reduced,
};
