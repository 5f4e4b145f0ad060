// Runs the operations that rank the cells of a line. The line is read as items (a value and its
// position), a function puts these in order, and the first of them are the result.
#include "tensor/reductions/rank.h"

#include "tensor/convert.h"
#include "tensor/rows.h"

#include <math.h>
#include <string.h>

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

// The line through a cell: the input as a single dimension.
typedef struct RankedLine {
    Tensor view;
    int dim;
    bool flat; // of all cells, in order: no dimension was named
} RankedLine;

static RankedLine line_of(const OpCall *call)
{
    const Tensor *in = call->input[0];
    Error none = {.set = true};
    RankedLine line = {.view = *in,
                       .flat = in->shape.ndim == 0 || !call_has(call, dim_argument(call))};
    line.view.shape = (Shape){.ndim = 1, .dim = {tensor_count(in)}};
    if (line.flat) return line;
    shape_wrap_dim(rank_dim(call, 0), in->shape.ndim, &line.dim, &none);
    line.view.shape.dim[0] = in->shape.dim[line.dim];
    line.view.stride[0] = in->stride[line.dim];
    return line;
}

static void read_row(const Tensor *in, const void *cells, int64_t stride, Item *items, int64_t n)
{
    enum { CHUNK = 512 };
    bool floats = dtype_is_float(in->dtype);
    int64_t room[CHUNK];
    double number;
    for (int64_t i = 0; i < n; i++) {
        if (i % CHUNK == 0) {
            const unsigned char *from = cells;
            convert_row(in->dtype, from + (size_t)(i * stride) * dtype_bytes(in->dtype), stride,
                        floats ? DTYPE_FLOAT64 : DTYPE_INT64, room, 1,
                        n - i < CHUNK ? n - i : CHUNK);
        }
        memcpy(&number, &room[i % CHUNK], sizeof number);
        items[i].key = floats ? order_key(number) : room[i % CHUNK];
    }
}

// `start`: the first cell of the line.
static void read_line(const OpCall *call, const RankedLine *line, Index start, Item *items)
{
    const Tensor *in = call->input[0];
    int64_t n = 0;
    Tensor view = line->flat ? *in : line->view;
    const Tensor *cells = &view;
    if (!line->flat) view.offset = tensor_offset(in, start);
    Rows rows;
    rows_begin(&rows, &view.shape, &cells, 1);
    while (rows_next(&rows)) {
        read_row(in, row_cells(&rows, 0), rows.stride[0], items + n, rows.length);
        n += rows.length;
    }
    for (int64_t i = 0; i < n; i++) items[i].at = i;
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

// Where the answers of one line go: so many elements after another.
typedef struct Answers {
    int64_t count, stride;
} Answers;

static void write_answers(const OpCall *call, const RankedLine *line, const Item *items,
                          Index start, Index at, Answers answers)
{
    const Tensor *in = call->input[0];
    size_t bytes = dtype_bytes(call->dtype);
    unsigned char *to = tensor_data(call->output);
    const unsigned char *from = tensor_data(in);
    int64_t place = tensor_offset(call->output, at);
    int64_t first = tensor_offset(in, cell_of_line(call, line, start, 0));
    for (int64_t i = 0; i < answers.count; i++, place += answers.stride) {
        if (is_position(call)) {
            tensor_ints(call->output)[place] = items[i].at;
            continue;
        }
        int64_t cell = line->flat ? tensor_offset(in, cell_of_line(call, line, start, items[i].at))
                                  : first + items[i].at * line->view.stride[0];
        memcpy(to + (size_t)place * bytes, from + (size_t)cell * bytes, bytes);
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
    int64_t n = line.view.shape.dim[0];
    if (tensor_count(call->output) == 0) return;
    if (n == 0) {
        write_nothing(call);
        return;
    }
    Item *items = NEW_ARRAY(&scratch, Item, n);
    bool along = has_line_in_output(call, &line);
    Answers answers = {1, 1};
    if (along) answers = (Answers){call->shape.dim[line.dim], call->output->stride[line.dim]};
    Shape starts = call->shape;
    if (along) starts.dim[line.dim] = 1;
    Index at = {0};
    do {
        Index start = start_of(call, &line, at);
        read_line(call, &line, start, items);
        ranking(call, items, n);
        write_answers(call, &line, items, start, at, answers);
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
    int64_t n = line.view.shape.dim[0];
    if (n == 0) return; // the median of nothing
    Item *items = NEW_ARRAY(&scratch, Item, n);
    read_line(call, &line, start_of(call, &line, at), items);
    ranking(call, items, n);
    int64_t rank = has_line_in_output(call, &line) ? at.at[line.dim] : 0;
    terms_moved(call, terms, 0, cell_at(call, at, items[rank].at));
    terms->by_values = true;
    terms->looked_at = LOOKS_PER_ITEM * n;
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
