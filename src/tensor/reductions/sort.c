// The operations that rank the cells of a line: sort, argsort, topk and kthvalue.
#include "tensor/reductions/rank.h"

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

const Op op_argsort = {
    .name = "argsort",
    .effort = 200,
    .signature = "input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the position in its line of the cell with this rank",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_like_first,
    .notation = {.before = "position of "},
    .infer = infer_line,
    .forward = sort_forward,
    .sources = rank_position_sources,
    .value_at = rank_position_value,
};

const Op op_sort = {
    .name = "sort",
    .effort = 200,
    .signature = "input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the cells of the line in order",
    .found = IN_TORCH | IN_TENSOR,
    .layout = layout_like_first,
    .infer = infer_line,
    .forward = sort_forward,
    .sources = sort_sources,
    .more = {&op_argsort},
    .tuple = "torch.return_types.sort",
};

// ---- topk --------------------------------------------------------------------------------------

static bool infer_topk(OpCall *call, Error *error)
{
    int dim;
    int64_t k = call_int(call, 0, 0);
    if (!infer_line(call, error)) return false;
    shape_wrap_dim(rank_dim(call, -1), call->shape.ndim, &dim, error);
    int64_t n = call->shape.ndim ? call->shape.dim[dim] : 1;
    if (k < 0 || k > n) {
        error_set(error, "RuntimeError", "selected index k out of range");
        return error_hint(error, "k from 0 to %lld", (long long)n);
    }
    if (call->input[0]->dtype == DTYPE_BOOL && call->shape.ndim)
        return error_not_implemented(error, "topk_cpu", DTYPE_BOOL);
    if (call->shape.ndim) call->shape.dim[dim] = k;
    return true;
}

// As PyTorch: few of many through a heap, else those in front of the k-th, then sorted.
static void topk_ranking(const OpCall *call, Item *items, int64_t n)
{
    int64_t k = call->input[0]->shape.ndim ? call_int(call, 0, 0) : 1;
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

POSITIONS(topk, "the positions of the k largest cells of the line")

const Op op_topk = {
    .name = "topk",
    .effort = 200,
    .signature = "input: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True",
    .shape = "(..., n, ...) -> (..., k, ...)",
    .doc = "the k largest cells of the line",
    .found = IN_TORCH | IN_TENSOR,
    .infer = infer_topk,
    .forward = topk_forward,
    .sources = topk_sources,
    .more = {&topk_indices},
    .tuple = "torch.return_types.topk",
};

// ---- kthvalue ----------------------------------------------------------------------------------

static bool infer_kthvalue(OpCall *call, Error *error)
{
    const Shape *in = &call->input[0]->shape;
    int dim;
    int64_t k = call_int(call, 0, 0);
    if (!infer_dropped(call, 2, error)) return false;
    shape_wrap_dim(rank_dim(call, -1), in->ndim, &dim, error);
    if (k < 1 || k > (in->ndim ? in->dim[dim] : 1)) {
        return error_set(error, "RuntimeError",
                         "kthvalue(): selected number k out of range for dimension %d", dim);
    }
    return call->input[0]->dtype != DTYPE_BOOL || !in->ndim ||
           error_not_implemented(error, "kthvalue_cpu", DTYPE_BOOL);
}

static void kthvalue_ranking(const OpCall *call, Item *items, int64_t n)
{
    int64_t k = call_int(call, 0, 1);
    order_quickselect(items, k - 1, n);
    items[0] = items[k - 1];
}

RANKED(kthvalue)

POSITIONS(kthvalue, "the position of the k-th smallest cell of the line")

const Op op_kthvalue = {
    .name = "kthvalue",
    .effort = 200,
    .signature = "input: Tensor, k: int, dim: int = -1, keepdim: bool = False",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the k-th smallest cell of the line",
    .found = IN_TORCH | IN_TENSOR,
    .infer = infer_kthvalue,
    .forward = kthvalue_forward,
    .sources = kthvalue_sources,
    .more = {&kthvalue_indices},
    .tuple = "torch.return_types.kthvalue",
};
