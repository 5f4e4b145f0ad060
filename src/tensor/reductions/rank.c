// Cells of a line taken by their rank, and where they stood: sort, argsort, topk and kthvalue; the
// cell in the middle, the most frequent one, and the extremes so far. The line is read as items (a
// value and its position), a function puts these in order, and the first of them are the result.
//
// The dimension is the last integer among the arguments; without it all cells are one line.
#include "tensor/call.h"
#include "tensor/reductions/order.h"

#include <math.h>

// Puts the answer to the front of the items.
typedef void Ranking(const OpCall *call, Item *items, int64_t n);

static double rank_position_value(const OpCall *call, const Terms *terms, const double *term);

// ---- arguments ---------------------------------------------------------------------------------

static bool is_position(const OpCall *call)
{
    return call->op->value_at == rank_position_value;
}

static int dim_argument(const OpCall *call)
{
    return call->arg[1].kind == ARG_INT ? 1 : 0;
}

static int64_t rank_dim(const OpCall *call, int64_t otherwise)
{
    return call_int(call, dim_argument(call), otherwise);
}

// ---- lines -------------------------------------------------------------------------------------

// A line of the input.
typedef struct RankedLine {
    int64_t n;
    int dim;
    bool flat; // of all cells, in order: no dimension was named
} RankedLine;

static RankedLine line_of(const OpCall *call)
{
    const Tensor *in = call->input[0];
    Error none = {.set = true};
    RankedLine line = {.n = tensor_count(in),
                       .flat = in->shape.ndim == 0 || !call_has(call, dim_argument(call))};
    if (line.flat) return line;
    shape_wrap_dim(rank_dim(call, 0), in->shape.ndim, &line.dim, &none);
    line.n = in->shape.dim[line.dim];
    return line;
}

// How a cell of the output, without the dimension where that is dropped, starts its line.
static Index start_of(const OpCall *call, const RankedLine *line, Index at)
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

static bool has_line_in_output(const OpCall *call, const RankedLine *line)
{
    return call->shape.ndim == call->input[0]->shape.ndim && call->shape.ndim && !line->flat;
}

// The cell of the input at `position` of the line that starts at `start`.
static Index cell_of_line(const OpCall *call, const RankedLine *line, Index start, int64_t position)
{
    const Shape *shape = &call->input[0]->shape;
    if (line->flat) return shape->ndim ? index_unravel(shape, position) : (Index){0};
    start.at[line->dim] = position;
    return start;
}

static void read_line(const OpCall *call, const RankedLine *line, Index start, Item *items)
{
    const Tensor *in = call->input[0];
    bool floats = dtype_is_float(in->dtype);
    for (int64_t i = 0; i < line->n; i++) {
        Index at = cell_of_line(call, line, start, i);
        items[i].key = floats ? order_key(tensor_get(in, at)) : tensor_get_int(in, at);
        items[i].at = i;
    }
}

// The answers of the line that starts at `start` go to the cells of the output from `at` on.
static void write_answers(const OpCall *call, const RankedLine *line, const Item *items,
                          Index start, Index at)
{
    const Tensor *in = call->input[0];
    bool along = has_line_in_output(call, line);
    int64_t count = along ? call->shape.dim[line->dim] : 1;
    for (int64_t i = 0; i < count; i++) {
        Index cell = cell_of_line(call, line, start, items[i].at);
        if (along) at.at[line->dim] = i;
        if (is_position(call))
            tensor_set_int(call->output, at, items[i].at);
        else if (dtype_is_float(in->dtype))
            tensor_set(call->output, at, tensor_get(in, cell));
        else
            tensor_set_int(call->output, at, tensor_get_int(in, cell));
    }
}

// The median of no cells.
static void write_nothing(OpCall *call)
{
    if (dtype_is_float(call->dtype))
        tensor_set(call->output, (Index){0}, (double)NAN);
    else
        tensor_set_int(call->output, (Index){0}, INT64_MIN);
}

static void rank_lines(OpCall *call, Ranking *ranking)
{
    SCRATCH(scratch);
    RankedLine line = line_of(call);
    if (tensor_count(call->output) == 0) return;
    if (line.n == 0) {
        write_nothing(call);
        return;
    }
    Item *items = NEW_ARRAY(&scratch, Item, line.n);
    Shape starts = call->shape;
    if (has_line_in_output(call, &line)) starts.dim[line.dim] = 1;
    Index at = {0};
    do {
        Index start = start_of(call, &line, at);
        read_line(call, &line, start, items);
        ranking(call, items, line.n);
        write_answers(call, &line, items, start, at);
    } while (index_next(&starts, &at));
}

// ---- sources -----------------------------------------------------------------------------------

static Index cell_at(const OpCall *call, Index at, int64_t position)
{
    RankedLine line = line_of(call);
    return cell_of_line(call, &line, start_of(call, &line, at), position);
}

enum { LOOKS_PER_ITEM = 8 }; // while they are ranked

static void rank_sources(const OpCall *call, Index at, Terms *terms, Ranking *ranking)
{
    SCRATCH(scratch);
    RankedLine line = line_of(call);
    if (line.n == 0) return; // the median of nothing
    Item *items = NEW_ARRAY(&scratch, Item, line.n);
    read_line(call, &line, start_of(call, &line, at), items);
    ranking(call, items, line.n);
    int64_t rank = has_line_in_output(call, &line) ? at.at[line.dim] : 0;
    terms_moved(call, terms, 0, cell_at(call, at, items[rank].at));
    terms->by_values = true;
    terms->looked_at = LOOKS_PER_ITEM * line.n;
}

// A position comes from the cell at that place.
static void rank_position_sources(const OpCall *call, Index at, Terms *terms)
{
    terms->kind = TERMS_ELEMENTWISE;
    terms->by_values = true;
    terms_add(terms, 0, cell_at(call, at, tensor_get_int(call->output, at)));
}

static double rank_position_value(const OpCall *call, const Terms *terms, const double *term UNUSED)
{
    RankedLine line = line_of(call);
    if (line.flat) return (double)index_ravel(&call->input[0]->shape, terms->term[0].at);
    return (double)terms->term[0].at.at[line.dim];
}

// ---- shapes ------------------------------------------------------------------------------------

static void set_dtype(OpCall *call)
{
    call->dtype = is_position(call) ? DTYPE_INT64 : call->input[0]->dtype;
}

static bool infer_line(OpCall *call, Error *error)
{
    int dim;
    call->shape = call->input[0]->shape;
    set_dtype(call);
    return shape_wrap_dim(rank_dim(call, -1), call->shape.ndim, &dim, error);
}

// Argument `keep`: is the dimension kept, with size 1?
static bool infer_dropped(OpCall *call, int keep, Error *error)
{
    const Shape *in = &call->input[0]->shape;
    bool keeps = call_bool(call, keep, false);
    int dim;
    set_dtype(call);
    call->shape = (Shape){0};
    if (!call_has(call, dim_argument(call))) return true;
    if (!shape_wrap_dim(rank_dim(call, 0), in->ndim, &dim, error)) return false;
    for (int d = 0; d < in->ndim; d++) {
        if (d == dim && in->dim[d] == 0) {
            return error_set(error, "IndexError",
                             "%s(): Expected reduction dim %d to have non-zero size.",
                             op_computing(call)->name, d);
        }
        if (d != dim || keeps) call->shape.dim[call->shape.ndim++] = d == dim ? 1 : in->dim[d];
    }
    return true;
}

// ---- rows ---------------------------------------------------------------------------------------

// The functions of a row whose answers id_ranking finds.
#define RANKED(id)                                                                                 \
    static void id##_forward(OpCall *call)                                                         \
    {                                                                                              \
        rank_lines(call, id##_ranking);                                                            \
    }                                                                                              \
    static void id##_sources(const OpCall *call, Index at, Terms *terms)                           \
    {                                                                                              \
        rank_sources(call, at, terms, id##_ranking);                                               \
    }

// Such a row, torch.id(x, ...) and x.id(...), and the positions that it gives besides.
#define RANK_ROW(id, its_signature, its_shape, its_doc, position_doc, ...)                         \
    RANKED(id)                                                                                     \
    static const Op id##_indices = {.name = #id "_indices",                                        \
                                    .doc = position_doc,                                           \
                                    .notation = {.before = "position of "},                        \
                                    .sources = rank_position_sources,                              \
                                    .value_at = rank_position_value};                              \
    OP(id, its_signature, its_shape, its_doc, IN_TORCH | IN_TENSOR, .forward = id##_forward,       \
       .sources = id##_sources, .more = &id##_indices, __VA_ARGS__)
#define TO_DROPPED "(..., n, ...) -> (..., ...)"
#define TO_LINES   "(..., n, ...) -> (..., n, ...)"

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

OP(argsort, SORTED, TO_LINES, "the position in its line of the cell with this rank",
   IN_TORCH | IN_TENSOR, .effort = {200}, .layout = layout_like_first,
   .notation = {.before = "position of "}, .infer = infer_line, .forward = sort_forward,
   .sources = rank_position_sources, .value_at = rank_position_value)

OP(sort, SORTED, TO_LINES, "the cells of the line in order", IN_TORCH | IN_TENSOR, .effort = {200},
   .layout = layout_like_first, .infer = infer_line, .forward = sort_forward,
   .sources = sort_sources, .more = &op_argsort)

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
         .traits = OP_MORE_ALONG, .effort = {620, 330})

// ---- mode --------------------------------------------------------------------------------------

static bool infer_mode(OpCall *call, Error *error)
{
    return infer_dropped(call, 1, error);
}

// The most frequent one, the smallest of several; and the last of its run when sorted.
static void mode_ranking(const OpCall *call UNUSED, Item *items, int64_t n)
{
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
