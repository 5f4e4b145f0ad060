// The operations that rank the cells of a line: sort, argsort, topk and kthvalue.
#include "tensor/lines/rank.h"

// ---- sort --------------------------------------------------------------------------------------

static void sort_ranking(const OpCall *call, Item *items, int64_t n)
{
    if (call_bool(call, 1, false)) order_reverse(items, n);
    if (call_bool(call, 2, false))
        order_stable_sort(items, n);
    else
        order_sort(items, n);
}

RANKED(sort)

static bool sort_infer(OpCall *call, Error *error)
{
    return infer_line(call, false, error);
}

static bool argsort_infer(OpCall *call, Error *error)
{
    return infer_line(call, true, error);
}

const Op op_sort = {
    .name = "sort",
    .effort = 200,
    .signature = "input: Tensor, dim: int, descending: bool, stable: bool",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the cells of the line in order",
    .layout = layout_like_first,
    .infer = sort_infer,
    .forward = sort_forward,
    .sources = sort_sources,
};

const Op op_argsort = {
    .name = "argsort",
    .effort = 200,
    .signature = "input: Tensor, dim: int, descending: bool, stable: bool",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "where the cell with this rank stands in its line",
    .layout = layout_like_first,
    .notation = {.before = "position of "},
    .infer = argsort_infer,
    .forward = sort_positions,
    .sources = position_sources,
    .value_at = position_value,
};

// ---- topk --------------------------------------------------------------------------------------

static bool infer_topk(OpCall *call, bool positions, Error *error)
{
    int dim;
    int64_t k = call_int(call, 1, 0);
    if (!infer_line(call, positions, error)) return false;
    wrap_dim(call_int(call, 0, -1), call->shape.ndim, &dim, error);
    int64_t n = call->shape.ndim ? call->shape.dim[dim] : 1;
    if (k < 0 || k > n) {
        error_set(error, "RuntimeError", "selected index k out of range");
        return error_hint(error, "k from 0 to %lld", (long long)n);
    }
    if (call->input[0]->dtype == DTYPE_BOOL && call->shape.ndim)
        return not_implemented(error, "topk_cpu", DTYPE_BOOL);
    if (call->shape.ndim) call->shape.dim[dim] = k;
    return true;
}

static bool topk_infer(OpCall *call, Error *error)
{
    return infer_topk(call, false, error);
}

static bool topk_indices_infer(OpCall *call, Error *error)
{
    return infer_topk(call, true, error);
}

// As PyTorch: few of many through a heap, else those in front of the k-th, then sorted.
static void topk_ranking(const OpCall *call, Item *items, int64_t n)
{
    int64_t k = call->input[0]->shape.ndim ? call_int(call, 1, 0) : 1;
    bool largest = call_bool(call, 2, true), sorted = call_bool(call, 3, true);
    if (largest) order_reverse(items, n);
    if (k * 64 <= n) {
        order_partial(items, k, n);
        return;
    }
    order_nth(items, k - 1, n);
    if (sorted) order_sort(items, k - 1);
}

RANKED(topk)

const Op op_topk = {
    .name = "topk",
    .effort = 200,
    .signature = "input: Tensor, dim: int, k: int, largest: bool, sorted: bool",
    .shape = "(..., n, ...) -> (..., k, ...)",
    .doc = "the k largest cells of the line",
    .infer = topk_infer,
    .forward = topk_forward,
    .sources = topk_sources,
};

const Op op_topk_indices = {
    .name = "topk_indices",
    .signature = "input: Tensor, dim: int, k: int, largest: bool, sorted: bool",
    .shape = "(..., n, ...) -> (..., k, ...)",
    .doc = "where the k largest cells of the line stand",
    .notation = {.before = "position of "},
    .infer = topk_indices_infer,
    .forward = topk_positions,
    .sources = position_sources,
    .value_at = position_value,
};

// ---- kthvalue ----------------------------------------------------------------------------------

static bool infer_kthvalue(OpCall *call, bool positions, Error *error)
{
    const Shape *in = &call->input[0]->shape;
    int dim;
    int64_t k = call_int(call, 1, 0);
    if (!wrap_dim(call_int(call, 0, -1), in->ndim, &dim, error)) return false;
    if (in->ndim && in->dim[dim] == 0) {
        return error_set(error, "IndexError",
                         "kthvalue(): Expected reduction dim %d to have non-zero size.", dim);
    }
    if (k < 1 || k > (in->ndim ? in->dim[dim] : 1)) {
        return error_set(error, "RuntimeError",
                         "kthvalue(): selected number k out of range for dimension %d", dim);
    }
    if (call->input[0]->dtype == DTYPE_BOOL && in->ndim)
        return not_implemented(error, "kthvalue_cpu", DTYPE_BOOL);
    return infer_dropped(call, 2, positions, error);
}

static bool kthvalue_infer(OpCall *call, Error *error)
{
    return infer_kthvalue(call, false, error);
}

static bool kthvalue_indices_infer(OpCall *call, Error *error)
{
    return infer_kthvalue(call, true, error);
}

static void kthvalue_ranking(const OpCall *call, Item *items, int64_t n)
{
    int64_t k = call_int(call, 1, 1);
    order_quickselect(items, k - 1, n);
    items[0] = items[k - 1];
}

RANKED(kthvalue)

const Op op_kthvalue = {
    .name = "kthvalue",
    .effort = 200,
    .signature = "input: Tensor, dim: int, k: int, keepdim: bool",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the k-th smallest cell of the line",
    .infer = kthvalue_infer,
    .forward = kthvalue_forward,
    .sources = kthvalue_sources,
};

const Op op_kthvalue_indices = {
    .name = "kthvalue_indices",
    .signature = "input: Tensor, dim: int, k: int, keepdim: bool",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "where the k-th smallest cell of the line stands",
    .notation = {.before = "position of "},
    .infer = kthvalue_indices_infer,
    .forward = kthvalue_positions,
    .sources = position_sources,
    .value_at = position_value,
};
