// The cell in the middle, the most frequent one, and the extremes so far.
#include "tensor/lines/rank.h"

// ---- median ------------------------------------------------------------------------------------

static bool infer_median(OpCall *call, const char *name, bool positions, Error *error)
{
    const Shape *in = &call->input[0]->shape;
    int dim;
    if (call_has(call, 0)) {
        if (!wrap_dim(call_int(call, 0, 0), in->ndim, &dim, error)) return false;
        if (in->ndim && in->dim[dim] == 0) {
            return error_set(error, "IndexError",
                             "%s(): Expected reduction dim %d to have non-zero size.", name, dim);
        }
    }
    return infer_dropped(call, 1, positions, error);
}

static bool can_rank(const OpCall *call, Error *error)
{
    bool along = call_has(call, 0), asks = along || tensor_count(call->input[0]) > 0;
    if (call->input[0]->dtype != DTYPE_BOOL || !asks) return true;
    return not_implemented(error, along ? "median_out" : "median_cpu", DTYPE_BOOL);
}

static bool median_infer(OpCall *call, Error *error)
{
    return infer_median(call, "median", false, error) && can_rank(call, error);
}

static bool median_indices_infer(OpCall *call, Error *error)
{
    return infer_median(call, "median", true, error) && can_rank(call, error);
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

const Op op_median = {
    .name = "median",
    .effort = 620,
    .wide_effort = 330,
    .signature = "input: Tensor, dim: int? = None, keepdim: bool = False",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the cell in the middle of the line's order",
    .infer = median_infer,
    .forward = median_forward,
    .sources = median_sources,
};

const Op op_median_indices = {
    .name = "median_indices",
    .effort = 620,
    .wide_effort = 330,
    .signature = "input: Tensor, dim: int, keepdim: bool",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "where the cell in the middle of the line's order stands",
    .notation = {.before = "position of "},
    .infer = median_indices_infer,
    .forward = median_positions,
    .sources = position_sources,
    .value_at = position_value,
};

// ---- mode --------------------------------------------------------------------------------------

static bool mode_infer(OpCall *call, Error *error)
{
    return infer_median(call, "mode", false, error);
}

static bool mode_indices_infer(OpCall *call, Error *error)
{
    return infer_median(call, "mode", true, error);
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

const Op op_mode = {
    .name = "mode",
    .effort = 415,
    .wide_effort = 225,
    .signature = "input: Tensor, dim: int, keepdim: bool",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the most frequent cell of the line",
    .infer = mode_infer,
    .forward = mode_forward,
    .sources = mode_sources,
};

const Op op_mode_indices = {
    .name = "mode_indices",
    .effort = 415,
    .wide_effort = 225,
    .signature = "input: Tensor, dim: int, keepdim: bool",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "where the most frequent cell of the line stands",
    .notation = {.before = "position of "},
    .infer = mode_indices_infer,
    .forward = mode_positions,
    .sources = position_sources,
    .value_at = position_value,
};

// ---- running extremes --------------------------------------------------------------------------

// PyTorch does not look at the dimension of a single number, or of nothing.
static bool infer_running(OpCall *call, bool positions, Error *error)
{
    Error none = {.set = true};
    bool careless = call->input[0]->shape.ndim == 0 || tensor_count(call->input[0]) == 0;
    return infer_line(call, positions, careless ? &none : error) || careless;
}

static bool running_infer(OpCall *call, Error *error)
{
    return infer_running(call, false, error);
}

static bool running_positions_infer(OpCall *call, Error *error)
{
    return infer_running(call, true, error);
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

const Op op_cummax = {
    .name = "cummax",
    .effort = 26,
    .wide_effort = 20,
    .signature = "input: Tensor, dim: int",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the largest cell of the line so far",
    .infer = running_infer,
    .forward = cummax_forward,
    .sources = cummax_sources,
};

const Op op_cummax_indices = {
    .name = "cummax_indices",
    .effort = 26,
    .wide_effort = 20,
    .signature = "input: Tensor, dim: int",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "where the largest cell of the line so far stands",
    .notation = {.before = "position of "},
    .infer = running_positions_infer,
    .forward = cummax_positions,
    .sources = position_sources,
    .value_at = position_value,
};

const Op op_cummin = {
    .name = "cummin",
    .effort = 26,
    .wide_effort = 20,
    .signature = "input: Tensor, dim: int",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the smallest cell of the line so far",
    .infer = running_infer,
    .forward = cummin_forward,
    .sources = cummin_sources,
};

const Op op_cummin_indices = {
    .name = "cummin_indices",
    .effort = 26,
    .wide_effort = 20,
    .signature = "input: Tensor, dim: int",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "where the smallest cell of the line so far stands",
    .notation = {.before = "position of "},
    .infer = running_positions_infer,
    .forward = cummin_positions,
    .sources = position_sources,
    .value_at = position_value,
};
