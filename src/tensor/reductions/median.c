// The cell in the middle, the most frequent one, and the extremes so far.
#include "tensor/reductions/rank.h"

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

RANKED(median)

POSITIONS(median, "the position of the median of the line")

const Op op_median = {
    .name = "median",
    .effort = 620,
    .wide_effort = 330,
    .signature = "input: Tensor, dim: int? = None, keepdim: bool = False",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the median of the line",
    .found = IN_TORCH | IN_TENSOR,
    .infer = infer_median,
    .forward = median_forward,
    .sources = median_sources,
    .more = {&median_indices},
    .gives = gives_positions,
    .tuple = "torch.return_types.median",
};

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

RANKED(mode)

POSITIONS(mode, "the position of the most frequent cell of the line")

const Op op_mode = {
    .name = "mode",
    .effort = 415,
    .wide_effort = 225,
    .signature = "input: Tensor, dim: int = -1, keepdim: bool = False",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the most frequent cell of the line",
    .found = IN_TORCH | IN_TENSOR,
    .infer = infer_mode,
    .forward = mode_forward,
    .sources = mode_sources,
    .more = {&mode_indices},
    .tuple = "torch.return_types.mode",
};

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

RANKED(cummax)
RANKED(cummin)

POSITIONS(cummax, "the position of the largest cell of the line so far")

const Op op_cummax = {
    .name = "cummax",
    .effort = 26,
    .wide_effort = 20,
    .signature = "input: Tensor, dim: int",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the largest cell of the line so far",
    .found = IN_TORCH | IN_TENSOR,
    .infer = infer_running,
    .forward = cummax_forward,
    .sources = cummax_sources,
    .more = {&cummax_indices},
    .tuple = "torch.return_types.cummax",
};

POSITIONS(cummin, "the position of the smallest cell of the line so far")

const Op op_cummin = {
    .name = "cummin",
    .effort = 26,
    .wide_effort = 20,
    .signature = "input: Tensor, dim: int",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the smallest cell of the line so far",
    .found = IN_TORCH | IN_TENSOR,
    .infer = infer_running,
    .forward = cummin_forward,
    .sources = cummin_sources,
    .more = {&cummin_indices},
    .tuple = "torch.return_types.cummin",
};
