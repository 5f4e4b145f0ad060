// sort, topk, kthvalue, median, mode and the running extremes: cells of a line taken by their rank,
// and where they stood. PyTorch answers with both; here each is an operation of its own.
//
// Argument 0 is always the dimension. A line is read as items, put in order by a function, and
// its first items are the answer.
#include "tensor/call.h"
#include "tensor/order.h"

#include <math.h>
#include <string.h>

// Puts the answer to the front of the items.
typedef void Ranking(const OpCall *call, Item *items, int64_t n);

// ---- lines -------------------------------------------------------------------------------------

// The line through a cell: the input as a single dimension.
typedef struct Line {
    Tensor view;
    int dim;
    bool flat; // of all cells, in order: no dimension was named
} Line;

static Line line_of(const OpCall *call)
{
    const Tensor *in = call->input[0];
    Error none = {.set = true};
    Line line = {.view = *in, .flat = in->shape.ndim == 0 || !call_has(call, 0)};
    line.view.shape = (Shape){.ndim = 1, .dim = {tensor_count(in)}};
    if (line.flat) return line;
    wrap_dim(call_int(call, 0, 0), in->shape.ndim, &line.dim, &none);
    line.view.shape.dim[0] = in->shape.dim[line.dim];
    line.view.stride[0] = in->stride[line.dim];
    return line;
}

// `start`: a cell of the line.
static void read_line(const OpCall *call, Line *line, Index start, Item *items)
{
    const Tensor *in = call->input[0];
    bool floats = dtype_is_float(in->dtype);
    Index at = start;
    if (!line->flat) {
        at.at[line->dim] = 0;
        line->view.offset = tensor_offset(in, at);
    }
    for (int64_t i = 0; i < line->view.shape.dim[0]; i++) {
        const Tensor *from = line->flat ? in : &line->view;
        Index cell = line->flat ? index_unravel(&in->shape, i) : (Index){{i}};
        items[i] = (Item){.at = i};
        if (floats)
            items[i].number = tensor_get(from, cell);
        else
            items[i].integer = tensor_get_int(from, cell);
    }
}

// How a cell of the output, without the dimension where that is dropped, starts its line.
static Index start_of(const OpCall *call, const Line *line, Index at)
{
    Index start = {0};
    int ndim = call->input[0]->shape.ndim;
    if (line->flat) return start;
    bool kept = call->shape.ndim == ndim;
    for (int d = 0, out = 0; d < ndim; d++) {
        if (d == line->dim && !kept) continue;
        start.at[d] = d == line->dim ? 0 : at.at[kept ? d : out];
        out++;
    }
    return start;
}

static bool has_line_in_output(const OpCall *call, const Line *line)
{
    return call->shape.ndim == call->input[0]->shape.ndim && call->shape.ndim && !line->flat;
}

static void write_answer(const OpCall *call, const Line *line, const Item *item, Index at,
                         bool positions)
{
    if (positions)
        tensor_set_int(call->output, at, item->at);
    else if (dtype_is_float(call->dtype))
        tensor_set(call->output, at, item->number);
    else
        tensor_set_int(call->output, at, item->integer);
    (void)line;
}

static void rank_lines(OpCall *call, Ranking *ranking, bool positions)
{
    Arena scratch = {0};
    Line line = line_of(call);
    int64_t n = line.view.shape.dim[0];
    if (tensor_count(call->output) == 0) return;
    Item *items = NEW_ARRAY(&scratch, Item, n ? n : 1);
    bool along = has_line_in_output(call, &line);
    int64_t answers = along ? call->shape.dim[line.dim] : 1;
    Shape starts = call->shape;
    if (along) starts.dim[line.dim] = 1;
    Index at = {0};
    do {
        read_line(call, &line, start_of(call, &line, at), items);
        ranking(call, items, n);
        for (int64_t i = 0; i < answers; i++) {
            Index to = at;
            if (along) to.at[line.dim] = i;
            write_answer(call, &line, &items[i], to, positions);
        }
    } while (index_next(&starts, &at));
    arena_free(&scratch);
}

// ---- sources -----------------------------------------------------------------------------------

// The cell of the input that stands at `position` of the line through `at`.
static Index cell_at(const OpCall *call, Index at, int64_t position)
{
    Line line = line_of(call);
    const Shape *shape = &call->input[0]->shape;
    if (line.flat) return shape->ndim ? index_unravel(shape, position) : (Index){0};
    Index cell = start_of(call, &line, at);
    cell.at[line.dim] = position;
    return cell;
}

static void ranked_sources(const OpCall *call, Index at, Terms *terms, Ranking *ranking)
{
    Arena scratch = {0};
    Line line = line_of(call);
    int64_t n = line.view.shape.dim[0];
    if (n == 0) return; // the median of nothing
    Item *items = NEW_ARRAY(&scratch, Item, n);
    read_line(call, &line, start_of(call, &line, at), items);
    ranking(call, items, n);
    int64_t rank = has_line_in_output(call, &line) ? at.at[line.dim] : 0;
    terms_moved(call, terms, 0, cell_at(call, at, items[rank].at));
    arena_free(&scratch);
}

// A position comes from the cell that stands there.
static void position_sources(const OpCall *call, Index at, Terms *terms)
{
    terms->kind = TERMS_ELEMENTWISE;
    terms_add(terms, 0, cell_at(call, at, tensor_get_int(call->output, at)));
}

static double position_value(const OpCall *call, const Terms *terms, const double *term)
{
    (void)term;
    Line line = line_of(call);
    if (line.flat) return (double)index_ravel(&call->input[0]->shape, terms->term[0].at);
    return (double)terms->term[0].at.at[line.dim];
}

// The four functions of a pair of rows.
#define RANKED(name)                                                                               \
    static void name##_forward(OpCall *call)                                                       \
    {                                                                                              \
        rank_lines(call, name##_ranking, false);                                                   \
    }                                                                                              \
    static void name##_positions(OpCall *call)                                                     \
    {                                                                                              \
        rank_lines(call, name##_ranking, true);                                                    \
    }                                                                                              \
    static void name##_sources(const OpCall *call, Index at, Terms *terms)                         \
    {                                                                                              \
        ranked_sources(call, at, terms, name##_ranking);                                           \
    }

// ---- shapes ------------------------------------------------------------------------------------

static void set_dtype(OpCall *call, bool positions)
{
    call->dtype = positions ? DTYPE_INT64 : call->input[0]->dtype;
}

static bool infer_line(OpCall *call, bool positions, Error *error)
{
    int dim;
    call->shape = call->input[0]->shape;
    set_dtype(call, positions);
    return wrap_dim(call_int(call, 0, -1), call->shape.ndim, &dim, error);
}

// Argument `keep`: is the dimension kept, with size 1?
static bool infer_dropped(OpCall *call, int keep, bool positions, Error *error)
{
    const Shape *in = &call->input[0]->shape;
    bool keeps = call_bool(call, keep, false);
    int dim;
    set_dtype(call, positions);
    call->shape = (Shape){0};
    if (!call_has(call, 0)) return true;
    if (!wrap_dim(call_int(call, 0, 0), in->ndim, &dim, error)) return false;
    for (int d = 0; d < in->ndim; d++) {
        if (d == dim && in->dim[d] == 0) {
            return error_set(error, "IndexError",
                             "%s(): Expected reduction dim %d to have non-zero size.",
                             call->op->doc, d);
        }
        if (d != dim || keeps) call->shape.dim[call->shape.ndim++] = d == dim ? 1 : in->dim[d];
    }
    return true;
}

// ---- sort --------------------------------------------------------------------------------------

static void sort_ranking(const OpCall *call, Item *items, int64_t n)
{
    bool floats = dtype_is_float(call->input[0]->dtype);
    order_stable_sort(items, n, order_before(floats, call_bool(call, 1, false)));
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
    .signature = "input: Tensor, dim: int = -1, descending: bool = False",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the cells of the line in order",
    .infer = sort_infer,
    .forward = sort_forward,
    .sources = sort_sources,
};

const Op op_argsort = {
    .name = "argsort",
    .signature = "input: Tensor, dim: int = -1, descending: bool = False",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "where the cell with this rank stands in its line",
    .notation = {"position of ", NULL, NULL},
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
    if (call->input[0]->dtype == DTYPE_BOOL)
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
    Before *before = order_before(dtype_is_float(call->input[0]->dtype), largest);
    if (k * 64 <= n) {
        order_partial(items, k, n, before);
        return;
    }
    order_nth(items, k - 1, n, before);
    if (sorted) order_sort(items, k - 1, before);
}

RANKED(topk)

const Op op_topk = {
    .name = "topk",
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
    .notation = {"position of ", NULL, NULL},
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
    if (call->input[0]->dtype == DTYPE_BOOL)
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
    order_quickselect(items, k - 1, n, order_before(dtype_is_float(call->input[0]->dtype), true));
    items[0] = items[k - 1];
}

RANKED(kthvalue)

const Op op_kthvalue = {
    .name = "kthvalue",
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
    .notation = {"position of ", NULL, NULL},
    .infer = kthvalue_indices_infer,
    .forward = kthvalue_positions,
    .sources = position_sources,
    .value_at = position_value,
};

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
    if (call->input[0]->dtype == DTYPE_BOOL)
        return not_implemented(error, text_printf(error->arena, "%s_%s", name, call_has(call, 0) ? "out" : "cpu"), DTYPE_BOOL);
    return infer_dropped(call, 1, positions, error);
}

static bool median_infer(OpCall *call, Error *error)
{
    return infer_median(call, "median", false, error);
}

static bool median_indices_infer(OpCall *call, Error *error)
{
    return infer_median(call, "median", true, error);
}

// The lower one of the two in the middle; the first NaN where there is one.
static void median_ranking(const OpCall *call, Item *items, int64_t n)
{
    bool floats = dtype_is_float(call->input[0]->dtype);
    if (n == 0) { // of nothing
        items[0].number = (double)NAN;
        items[0].integer = INT64_MIN;
        return;
    }
    for (int64_t i = 0; floats && i < n; i++) {
        if (!isnan(items[i].number)) continue;
        items[0] = items[i];
        return;
    }
    order_nth(items, (n - 1) / 2, n, order_before(floats, false));
    items[0] = items[(n - 1) / 2];
}

RANKED(median)

const Op op_median = {
    .name = "median",
    .signature = "input: Tensor, dim: int? = None, keepdim: bool = False",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the cell in the middle of the line's order",
    .infer = median_infer,
    .forward = median_forward,
    .sources = median_sources,
};

const Op op_median_indices = {
    .name = "median_indices",
    .signature = "input: Tensor, dim: int, keepdim: bool",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "where the cell in the middle of the line's order stands",
    .notation = {"position of ", NULL, NULL},
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
    Before *before = order_before(dtype_is_float(call->input[0]->dtype), false);
    int64_t run = 0, longest = 0, best = 0;
    order_sort(items, n, before);
    for (int64_t i = 0; i < n; i++) {
        run++;
        if (i + 1 < n && !before(&items[i], &items[i + 1])) continue;
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
    .signature = "input: Tensor, dim: int, keepdim: bool",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the most frequent cell of the line",
    .infer = mode_infer,
    .forward = mode_forward,
    .sources = mode_sources,
};

const Op op_mode_indices = {
    .name = "mode_indices",
    .signature = "input: Tensor, dim: int, keepdim: bool",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "where the most frequent cell of the line stands",
    .notation = {"position of ", NULL, NULL},
    .infer = mode_indices_infer,
    .forward = mode_positions,
    .sources = position_sources,
    .value_at = position_value,
};

// ---- running extremes --------------------------------------------------------------------------

static bool running_infer(OpCall *call, Error *error)
{
    return infer_line(call, false, error);
}

static bool running_positions_infer(OpCall *call, Error *error)
{
    return infer_line(call, true, error);
}

// Each item becomes the best so far; of equal ones the last, and NaN once there is one.
static void run_along(const OpCall *call, Item *items, int64_t n, bool largest)
{
    bool floats = dtype_is_float(call->input[0]->dtype);
    for (int64_t i = 1; i < n; i++) {
        const Item *x = &items[i], *best = &items[i - 1];
        bool better = largest ? (floats ? x->number >= best->number : x->integer >= best->integer)
                              : (floats ? x->number <= best->number : x->integer <= best->integer);
        if (!better && !(floats && isnan(x->number))) items[i] = *best;
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
    .signature = "input: Tensor, dim: int",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the largest cell of the line so far",
    .infer = running_infer,
    .forward = cummax_forward,
    .sources = cummax_sources,
};

const Op op_cummax_indices = {
    .name = "cummax_indices",
    .signature = "input: Tensor, dim: int",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "where the largest cell of the line so far stands",
    .notation = {"position of ", NULL, NULL},
    .infer = running_positions_infer,
    .forward = cummax_positions,
    .sources = position_sources,
    .value_at = position_value,
};

const Op op_cummin = {
    .name = "cummin",
    .signature = "input: Tensor, dim: int",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the smallest cell of the line so far",
    .infer = running_infer,
    .forward = cummin_forward,
    .sources = cummin_sources,
};

const Op op_cummin_indices = {
    .name = "cummin_indices",
    .signature = "input: Tensor, dim: int",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "where the smallest cell of the line so far stands",
    .notation = {"position of ", NULL, NULL},
    .infer = running_positions_infer,
    .forward = cummin_positions,
    .sources = position_sources,
    .value_at = position_value,
};
