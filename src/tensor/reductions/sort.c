// The operations that rank the cells of a line: sort, argsort, topk and kthvalue; the cell in the
// middle, the most frequent one, and the extremes so far.
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

#define SORTED "input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False"

const Op op_argsort = {
    .name = "argsort",
    .effort = {200},
    .signature = SORTED,
    .shape = TO_LINES,
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
    .effort = {200},
    .signature = SORTED,
    .shape = TO_LINES,
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

RANK_ROW(topk, "input: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True",
         "(..., n, ...) -> (..., k, ...)", "the k largest cells of the line",
         "the positions of the k largest cells of the line", .infer = infer_topk, .effort = {200})

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

RANK_ROW(kthvalue, "input: Tensor, k: int, dim: int = -1, keepdim: bool = False", TO_DROPPED,
         "the k-th smallest cell of the line", "the position of the k-th smallest cell of the line",
         .infer = infer_kthvalue, .effort = {200})

// ---- median ------------------------------------------------------------------------------------

static bool infer_median(OpCall *call, Error *error)
{
    bool along = call_has(call, 0), asks = along || tensor_count(call->input[0]) > 0;
    if (!infer_dropped(call, 1, error)) return false;
    return call->input[0]->dtype != DTYPE_BOOL || !asks ||
           error_not_implemented(error, along ? "median_out" : "median_cpu", DTYPE_BOOL);
}

static bool gives_positions(const OpCall *call, int which)
{
    (void)which;
    return call_has(call, 0); // of all cells the median alone
}

// The lower one of the two in the middle, of equal cells in their order; the first NaN where there
// is one.
static void median_ranking(const OpCall *call, Item *items, int64_t n)
{
    bool floats = dtype_is_float(call->input[0]->dtype);
    if (n == 0) return;
    for (int64_t i = 0; floats && i < n; i++) {
        if (items[i].key != NAN_KEY) continue;
        items[0] = items[i];
        return;
    }
    order_stable_sort(items, n);
    items[0] = items[(n - 1) / 2];
}

RANK_ROW(median, "input: Tensor, dim: int? = None, keepdim: bool = False", TO_DROPPED,
         "the median of the line", "the position of the median of the line", .infer = infer_median,
         .gives = gives_positions, .effort = {620, 330})

// ---- mode --------------------------------------------------------------------------------------

static bool infer_mode(OpCall *call, Error *error)
{
    return infer_dropped(call, 1, error);
}

// The most frequent one, the smallest of several; and the last of its run when sorted.
static void mode_ranking(const OpCall *call, Item *items, int64_t n)
{
    (void)call;
    int64_t run = 0, longest = 0, best = 0;
    order_sort(items, n);
    for (int64_t i = 0; i < n; i++) {
        run++;
        if (i + 1 < n && items[i].key == items[i + 1].key) continue;
        if (run > longest) {
            longest = run;
            best = i;
        }
        run = 0;
    }
    if (n) items[0] = items[best];
}

RANK_ROW(mode, "input: Tensor, dim: int = -1, keepdim: bool = False", TO_DROPPED,
         "the most frequent cell of the line", "the position of the most frequent cell of the line",
         .infer = infer_mode, .effort = {415, 225})

// ---- running extremes --------------------------------------------------------------------------

// PyTorch does not look at the dimension of a single number, or of nothing.
static bool infer_running(OpCall *call, Error *error)
{
    Error none = {.set = true};
    bool careless = call->input[0]->shape.ndim == 0 || tensor_count(call->input[0]) == 0;
    return infer_line(call, careless ? &none : error) || careless;
}

// Each item becomes the best so far; of equal ones the last, and NaN once there is one.
static void run_along(const OpCall *call, Item *items, int64_t n, bool largest)
{
    bool floats = dtype_is_float(call->input[0]->dtype);
    for (int64_t i = 1; i < n; i++) {
        int64_t x = items[i].key, best = items[i - 1].key;
        bool better = largest ? x >= best : x <= best;
        if (floats && (x == NAN_KEY || best == NAN_KEY)) better = x == NAN_KEY;
        if (!better) items[i] = items[i - 1];
    }
}

static void cummax_ranking(const OpCall *call, Item *items, int64_t n)
{
    run_along(call, items, n, true);
}

static void cummin_ranking(const OpCall *call, Item *items, int64_t n)
{
    run_along(call, items, n, false);
}

RANK_ROW(cummax, "input: Tensor, dim: int", TO_LINES, "the largest cell of the line so far",
         "the position of the largest cell of the line so far", .infer = infer_running,
         .effort = {26, 20})
RANK_ROW(cummin, "input: Tensor, dim: int", TO_LINES, "the smallest cell of the line so far",
         "the position of the smallest cell of the line so far", .infer = infer_running,
         .effort = {26, 20})
