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
    for (int i = 0; i < count; i++) {
        int dim;
        if (!shape_wrap_dim(dims[i], ndim, &dim, error)) return false;
        if (reduced[dim]) {
            return error_set(error, "RuntimeError",
                             "dim %d appears multiple times in the list of dims", dim);
        }
        reduced[dim] = true;
    }
    return true;
}

void reduce_dims(const OpCall *call, bool reduced[MAX_DIMS])
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

// `tensor` with only the dimensions that are reduced, or only the others.
static Tensor part(const Tensor *tensor, const bool reduced[MAX_DIMS], bool wanted)
{
    Tensor view = *tensor;
    view.shape.ndim = 0;
    for (int d = 0; d < tensor->shape.ndim; d++) {
        if (reduced[d] != wanted) continue;
        view.stride[view.shape.ndim] = tensor->stride[d];
        view.shape.dim[view.shape.ndim++] = tensor->shape.dim[d];
    }
    return view;
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
    cells->view = part(in, reduced, true);
    cells->operand = operand;
    cells->count = tensor_count(&cells->view);
    const Tensor *view = &cells->view;
    rows_begin(&cells->rows, &view->shape, &view, 1);
    size_t bytes = dtype_bytes(operand);
    Tensor outer = part(in, reduced, false);
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
    Arena scratch = {0};
    bool reduced[MAX_DIMS];
    reduce_dims(call, reduced);
    Tensor outer = part(in, reduced, false);
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
    arena_free(&scratch);
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
    terms->kind = TERMS_REDUCTION;
    Index step = {0};
    if (shape_count(&inner) == 0) return;
    do {
        Index cell = from;
        for (int d = 0; d < in->ndim; d++) cell.at[d] += step.at[d];
        terms_add(terms, 0, cell);
    } while (!terms_suffice(terms) && index_next(&inner, &step));
}
