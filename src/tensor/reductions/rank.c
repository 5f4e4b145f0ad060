// Runs the operations that rank the cells of a line. The line is read as items (a value and its
// position), a function puts these in order, and the first of them are the result.
#include "tensor/reductions/rank.h"

#include <math.h>

// ---- arguments ---------------------------------------------------------------------------------

static bool is_position(const OpCall *call)
{
    return call->op->value_at == rank_position_value;
}

static int dim_argument(const OpCall *call)
{
    return call->arg[1].kind == ARG_INT ? 1 : 0;
}

int64_t rank_dim(const OpCall *call, int64_t otherwise)
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

// The cell of the input that stands at `position` of the line that starts at `start`.
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

void rank_lines(OpCall *call, Ranking *ranking)
{
    Arena scratch = {0};
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
    arena_free(&scratch);
}

// ---- sources -----------------------------------------------------------------------------------

static Index cell_at(const OpCall *call, Index at, int64_t position)
{
    RankedLine line = line_of(call);
    return cell_of_line(call, &line, start_of(call, &line, at), position);
}

enum { LOOKS_PER_ITEM = 8 }; // while they are ranked

void rank_sources(const OpCall *call, Index at, Terms *terms, Ranking *ranking)
{
    Arena scratch = {0};
    RankedLine line = line_of(call);
    if (line.n == 0) return; // the median of nothing
    Item *items = NEW_ARRAY(&scratch, Item, line.n);
    read_line(call, &line, start_of(call, &line, at), items);
    ranking(call, items, line.n);
    int64_t rank = has_line_in_output(call, &line) ? at.at[line.dim] : 0;
    terms_moved(call, terms, 0, cell_at(call, at, items[rank].at));
    terms->by_values = true;
    terms->looked_at = LOOKS_PER_ITEM * line.n;
    arena_free(&scratch);
}

// A position comes from the cell at that place.
void rank_position_sources(const OpCall *call, Index at, Terms *terms)
{
    terms->kind = TERMS_ELEMENTWISE;
    terms->by_values = true;
    terms_add(terms, 0, cell_at(call, at, tensor_get_int(call->output, at)));
}

double rank_position_value(const OpCall *call, const Terms *terms, const double *term)
{
    (void)term;
    RankedLine line = line_of(call);
    if (line.flat) return (double)index_ravel(&call->input[0]->shape, terms->term[0].at);
    return (double)terms->term[0].at.at[line.dim];
}

// ---- shapes ------------------------------------------------------------------------------------

static void set_dtype(OpCall *call)
{
    call->dtype = is_position(call) ? DTYPE_INT64 : call->input[0]->dtype;
}

bool infer_line(OpCall *call, Error *error)
{
    int dim;
    call->shape = call->input[0]->shape;
    set_dtype(call);
    return shape_wrap_dim(rank_dim(call, -1), call->shape.ndim, &dim, error);
}

// Argument `keep`: is the dimension kept, with size 1?
bool infer_dropped(OpCall *call, int keep, Error *error)
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
