// The general reduction, for any function that folds the cells of some dimensions into one
// (variance, any, all, maxima, sums of integers and doubles ...). The dimensions are split into
// the reduced ones, over which each fold runs, and the others, whose positions are the cells of
// the result.
//
// Cells that do not lie in one row are first copied side by side. When the reduced dimension is
// not the innermost one, as in x.sum(0), neighbouring cells of the result need cells from the same
// cache lines; up to 16 of them are therefore gathered together (a tile), which reads each cache
// line once instead of 16 times.
#include "tensor/reductions/reduce.h"

#include "tensor/convert.h"
#include "tensor/rows.h"

#include <string.h>

bool reduced_dims(const OpCall *call, bool reduced[MAX_DIMS], Error *error)
{
    const Arg *arg = &call->arg[0];
    int ndim = call->input[0]->shape.ndim;
    bool all = arg->kind == ARG_NONE || (arg->kind == ARG_INTS && arg->count == 0);
    for (int d = 0; d < MAX_DIMS; d++) reduced[d] = all;
    if (all) return true;
    const int64_t *dims = arg->kind == ARG_INTS ? arg->ints : &arg->i;
    int count = arg->kind == ARG_INTS ? arg->count : 1;
    return shape_name_dims(dims, count, ndim, reduced, error);
}

// reduced_dims() once infer has checked them.
static void reduce_dims(const OpCall *call, bool reduced[MAX_DIMS])
{
    Error none = {.set = true}; // infer has checked the dimensions
    reduced_dims(call, reduced, &none);
}

bool infer_reduced(OpCall *call, int keepdim, Error *error)
{
    bool reduced[MAX_DIMS], keep = call_bool(call, keepdim, false);
    const Shape *in = &call->input[0]->shape;
    if (!reduced_dims(call, reduced, error)) return false;
    call->shape = (Shape){0};
    for (int d = 0; d < in->ndim; d++) {
        if (reduced[d] && !keep) continue;
        call->shape.dim[call->shape.ndim++] = reduced[d] ? 1 : in->dim[d];
    }
    return true;
}

// The cells that become one cell of the output.
typedef struct ReducedCells {
    Tensor view; // its offset says which of them
    Rows rows;   // over the view, at its start
    int64_t count;
    DType operand;
    void *gathered; // room for them side by side; NULL when they lie in one row anyway
    int64_t tile;   // for how many cells of the output there is room, whose cells lie side by side
} ReducedCells;

// Between the lines of a tile there is a gap, so that not all of them meet in one place of the
// processor's cache.
enum { MOST_TILE = 16, TILE_BYTES = 1 << 20, GAP = 16 };

// Far apart cells are fetched for several cells of the output at once, which are neighbours.
static void gather_tile(const ReducedCells *cells, int64_t tile)
{
    Rows rows = cells->rows;
    size_t bytes = dtype_bytes(cells->operand), in_bytes = dtype_bytes(cells->view.dtype);
    unsigned char *to = cells->gathered;
    while (rows_next(&rows)) {
        const unsigned char *from = row_cells(&rows, 0);
        for (int64_t i = 0; i < rows.length; i++, to += bytes) {
            convert_row(cells->view.dtype, from + (size_t)(i * rows.stride[0]) * in_bytes, 1,
                        cells->operand, to, cells->count + GAP, tile);
        }
    }
}

static void gather(const ReducedCells *cells)
{
    Rows rows = cells->rows;
    unsigned char *to = cells->gathered;
    while (rows_next(&rows)) {
        convert_row(cells->view.dtype, row_cells(&rows, 0), rows.stride[0], cells->operand, to, 1,
                    rows.length);
        to += (size_t)rows.length * dtype_bytes(cells->operand);
    }
}

static void fold_cells(const OpCall *call, ReducedCells *cells, Fold *fold, void *result)
{
    if (cells->gathered) {
        gather(cells);
        fold(call, cells->gathered, 1, cells->count, result);
        return;
    }
    Rows rows = cells->rows;
    rows_next(&rows);
    fold(call, row_cells(&rows, 0), rows.stride[0], cells->count, result);
}

static void cells_begin(ReducedCells *cells, const Tensor *in, const bool reduced[MAX_DIMS],
                        DType operand, Arena *scratch)
{
    cells->view = layout_dims(in, reduced, true);
    cells->operand = operand;
    cells->count = tensor_count(&cells->view);
    const Tensor *view = &cells->view;
    rows_begin(&cells->rows, &view->shape, &view, 1);
    size_t bytes = dtype_bytes(operand);
    Tensor outer = layout_dims(in, reduced, false);
    int last = outer.shape.ndim - 1;
    bool columns = last >= 0 && outer.stride[last] == 1 && cells->rows.stride[0] != 1;
    int64_t room = TILE_BYTES / (int64_t)bytes / (cells->count + 1);
    cells->tile = !columns || room < 1 ? 1 : room < MOST_TILE ? room : MOST_TILE;
    if (cells->tile > 1 || cells->rows.left != 1 || in->dtype != operand)
        cells->gathered = arena_array(scratch, (size_t)((cells->count + GAP) * cells->tile), bytes);
}

DType reduce_operand(DType dtype)
{
    return dtype_is_float(dtype) ? dtype : DTYPE_INT64;
}

static Fold *fold_for(const Folds *folds, DType operand)
{
    if (operand == DTYPE_FLOAT32) return folds->floats;
    return operand == DTYPE_FLOAT64 ? folds->doubles : folds->ints;
}

static const void *tile_cells(const ReducedCells *cells, int64_t k)
{
    const unsigned char *first = cells->gathered;
    return first + (size_t)(k * (cells->count + GAP)) * dtype_bytes(cells->operand);
}

void reduce(OpCall *call, DType operand, const Folds *folds)
{
    const Tensor *in = call->input[0];
    SCRATCH(scratch);
    bool reduced[MAX_DIMS];
    reduce_dims(call, reduced);
    Tensor outer = layout_dims(in, reduced, false);
    ReducedCells cells = {0};
    if (tensor_count(call->output) == 0) return;
    cells_begin(&cells, in, reduced, operand, &scratch);
    Fold *fold = fold_for(folds, operand);
    DType result = folds->float_result == DTYPE_INT64 ? DTYPE_INT64 : operand;
    unsigned char *out = tensor_data(call->output);
    Index at = {0};
    int last = outer.shape.ndim - 1;
    for (int64_t left = tensor_count(call->output), tile; left > 0; left -= tile) {
        int64_t run = last < 0 ? 1 : outer.shape.dim[last] - at.at[last];
        tile = run < cells.tile ? run : cells.tile;
        cells.view.offset = cells.count ? tensor_offset(&outer, at) : 0;
        if (tile > 1) gather_tile(&cells, tile);
        for (int64_t k = 0; k < tile; k++, out += dtype_bytes(call->dtype)) {
            int64_t cell[1];
            if (tile > 1)
                fold(call, tile_cells(&cells, k), 1, cells.count, cell);
            else
                fold_cells(call, &cells, fold, cell);
            convert_row(result, cell, 1, call->dtype, out, 1, 1);
            index_next(&outer.shape, &at);
        }
    }
}

void sources_reduced(const OpCall *call, Index at, Terms *terms)
{
    const Shape *in = &call->input[0]->shape;
    bool reduced[MAX_DIMS], kept = call->shape.ndim == in->ndim;
    reduce_dims(call, reduced);
    Shape inner = *in; // the reduced dimensions, the others of size 1
    Index from = {0};
    int d_out = 0;
    for (int d = 0; d < in->ndim; d++) {
        if (!reduced[d]) {
            from.at[d] = at.at[kept ? d : d_out++];
            inner.dim[d] = 1;
        }
    }
    terms->kind = call->op->formula ? TERMS_FORMULA : TERMS_REDUCTION;
    terms->self = -1;
    Index step = {0};
    if (shape_count(&inner) == 0) return;
    do {
        Index cell = from;
        for (int d = 0; d < in->ndim; d++) cell.at[d] += step.at[d];
        terms_add(terms, 0, cell);
    } while (!terms_suffice(terms) && index_next(&inner, &step));
}

// ---- floats in PyTorch's order ----------------------------------------------------------------

// Puts the loops of a reduction into the order in which PyTorch's TensorIterator runs them:
// reduced dimensions innermost, the smallest stride first, neighbours that form one contiguous
// range merged into one loop. The order matters because floating-point addition is not
// associative: another order of the same sum gives other last bits.

// A dimension of the input, as it is run through.
typedef struct Level {
    int64_t n, in_stride, out_stride;
    bool reduced;
} Level;

typedef struct Levels {
    Level level[MAX_DIMS + 2]; // innermost first; two more, so that there always are two
    int count;
} Levels;

// Should `a` be outside of `b`? Negative: no; 0: either way.
static int outside(const Level *a, const Level *b)
{
    if (a->reduced != b->reduced) return a->reduced ? -1 : 1;
    if (!a->reduced) return a->out_stride < b->out_stride ? -1 : 1;
    if (a->in_stride == 0 || b->in_stride == 0) return 0;
    if (a->in_stride != b->in_stride) return a->in_stride < b->in_stride ? -1 : 1;
    return a->n > b->n ? 1 : 0;
}

// From the innermost dimension outwards, each moves in as far as it belongs.
static void sort_levels(Levels *levels)
{
    for (int i = 1; i < levels->count; i++) {
        int moving = i;
        for (int inner = i - 1; inner >= 0; inner--) {
            int order = outside(&levels->level[inner], &levels->level[moving]);
            if (order < 0) break;
            if (order == 0) continue;
            Level level = levels->level[inner];
            levels->level[inner] = levels->level[moving];
            levels->level[moving] = level;
            moving = inner;
        }
    }
}

static void merge_levels(Levels *levels)
{
    int kept = 0;
    for (int i = 1; i < levels->count; i++) {
        Level *last = &levels->level[kept], *next = &levels->level[i];
        bool merges = last->n * last->in_stride == next->in_stride &&
                      last->n * last->out_stride == next->out_stride;
        if (merges)
            last->n *= next->n;
        else
            levels->level[++kept] = *next;
    }
    if (levels->count) levels->count = kept + 1;
}

// Two loops at least, the inner one reduced.
static void complete_levels(Levels *levels)
{
    if (levels->count == 0 || !levels->level[0].reduced) {
        for (int i = levels->count++; i > 0; i--) levels->level[i] = levels->level[i - 1];
        levels->level[0] = (Level){.n = 1, .reduced = true};
    }
    if (levels->count == 1) levels->level[levels->count++] = (Level){.n = 1};
}

static Levels levels_of(const Tensor *in, const bool reduced[MAX_DIMS])
{
    Levels levels = {0};
    int64_t out_stride = 1;
    for (int d = in->shape.ndim - 1; d >= 0; d--) {
        if (in->shape.dim[d] == 1) continue;
        levels.level[levels.count++] = (Level){.n = in->shape.dim[d],
                                               .in_stride = in->stride[d],
                                               .out_stride = reduced[d] ? 0 : out_stride,
                                               .reduced = reduced[d]};
        if (!reduced[d]) out_stride *= in->shape.dim[d];
    }
    sort_levels(&levels);
    merge_levels(&levels);
    complete_levels(&levels);
    return levels;
}

static void run_levels(const OpCall *call, const Levels *levels, const float *in, float *out,
                       NestFunction *function)
{
    const Level *inner = &levels->level[0], *outer = &levels->level[1];
    Shape outside_shape = {.ndim = levels->count - 2};
    for (int i = 2; i < levels->count; i++) // the outermost dimension of a Shape is the first
        outside_shape.dim[levels->count - 1 - i] = levels->level[i].n;
    Nest nest = {.call = call,
                 .n = {inner->n, outer->n},
                 .in_stride = {inner->in_stride, outer->in_stride},
                 .out_stride = outer->out_stride};
    Index at = {0};
    do {
        nest.in = in, nest.out = out;
        for (int i = 2; i < levels->count; i++) {
            int64_t place = at.at[levels->count - 1 - i];
            nest.in += place * levels->level[i].in_stride;
            nest.out += place * levels->level[i].out_stride;
        }
        function(&nest);
    } while (index_next(&outside_shape, &at));
}

bool nest_is_columns(const Nest *nest)
{
    return nest->in_stride[1] == 1 && nest->out_stride == 1 && nest->n[1] > 1;
}

// The input's cells as floats: its own, or converted and in row-major order.
static const float *float_cells(Tensor *in, Arena *scratch)
{
    if (in->dtype == DTYPE_FLOAT32) return tensor_floats(in) + in->offset;
    const float *cells = tensor_contiguous_floats(in, scratch);
    shape_strides(&in->shape, in->stride);
    return cells;
}

void reduce_nested(OpCall *call, float start, NestFunction *function)
{
    Tensor in = *call->input[0];
    float *out = tensor_floats(call->output);
    bool reduced[MAX_DIMS];
    reduce_dims(call, reduced);
    for (int64_t i = 0; i < tensor_count(call->output); i++) out[i] = start;
    if (tensor_count(&in) == 0) return;
    SCRATCH(scratch);
    const float *cells = float_cells(&in, &scratch);
    Levels levels = levels_of(&in, reduced);
    run_levels(call, &levels, cells, out, function);
}
