// Works out what subscripts with tensors among them select, before any cell is copied: the view
// that the other subscripts give, the dimensions that are indexed, and the shape of the result.
// After torch/csrc/autograd/python_variable_indexing.cpp (which subscript takes which dimension)
// and aten/src/ATen/native/IndexingUtils.h (masks become positions).
#include "tensor/indexing/selection.h"
#include "tensor/indexing/index_along.h"

#include "tensor/call.h"
#include "tensor/indexing/subscript.h"
#include "tensor/rows.h"

#include <string.h>

// ---- masks -------------------------------------------------------------------------------------

static int64_t count_in_row(const unsigned char *cell, int64_t stride, int64_t n)
{
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) count += cell[i * stride] != 0;
    return count;
}

static int64_t mask_count(const Tensor *mask)
{
    Rows rows;
    int64_t count = 0;
    rows_begin(&rows, &mask->shape, &mask, 1);
    while (rows_next(&rows))
        count += count_in_row(row_cells(&rows, 0), rows.stride[0], rows.length);
    return count;
}

static Index mask_cell(const Tensor *mask, int64_t n)
{
    Index at = {0};
    const unsigned char *cells = tensor_data(mask);
    do {
        if (cells[tensor_offset(mask, at)] && n-- == 0) break;
    } while (index_next(&mask->shape, &at));
    return at;
}

void selection_mask_positions(const unsigned char *cells, const Shape *shape, const int64_t *stride,
                              int64_t count, int64_t *position)
{
    int last = shape->ndim - 1;
    Shape outer = *shape;
    if (count == 0 || last < 0) return;
    int64_t length = outer.dim[--outer.ndim], n = 0;
    Index at = {0};
    do {
        const unsigned char *cell = cells;
        for (int d = 0; d < last; d++) cell += at.at[d] * stride[d];
        for (int64_t i = 0; i < length; i++) {
            if (!cell[i * stride[last]]) continue;
            for (int d = 0; d < last; d++) position[d * count + n] = at.at[d];
            position[last * count + n++] = i;
        }
    } while (index_next(&outer, &at));
}

// The positions in a mask that holds `count` times.
static const int64_t *mask_positions(const Tensor *mask, int64_t count, Arena *scratch)
{
    int ndim = mask->shape.ndim;
    int64_t *position = arena_array(scratch, (size_t)(count * (ndim ? ndim : 1)), sizeof *position);
    const unsigned char *cells = tensor_data(mask);
    selection_mask_positions(cells + mask->offset, &mask->shape, mask->stride, count, position);
    return position;
}

static bool is_mask(const Tensor *index)
{
    return index->dtype == DTYPE_BOOL || index->dtype == DTYPE_UINT8;
}

// The shape that an index contributes to the picks.
static Shape picks_of(const Tensor *index)
{
    if (!is_mask(index)) return index->shape;
    return (Shape){.ndim = 1, .dim = {mask_count(index)}};
}

// ---- subscripts --------------------------------------------------------------------------------

static int dims_taken(const OpCall *call, const Subscript *s)
{
    if (s->kind == SUBSCRIPT_INT || s->kind == SUBSCRIPT_SLICE) return 1;
    if (s->kind != SUBSCRIPT_TENSOR) return 0;
    const Tensor *index = call->input[s->start];
    return is_mask(index) ? index->shape.ndim : 1;
}

static bool too_many(int ndim, Error *error)
{
    return error_set(error, "IndexError", "too many indices for tensor of dimension %d", ndim);
}

static bool add_plain(Selection *s, Subscript subscript, Error *error)
{
    if (s->plain_count == MAX_SUBSCRIPTS) return error_too_many_dims(error, MAX_SUBSCRIPTS);
    s->plain[s->plain_count++] = subscript;
    return true;
}

static bool add_column(Selection *s, Column column, Error *error)
{
    if (s->columns == MAX_DIMS) return too_many(MAX_DIMS, error);
    s->column[s->columns++] = column;
    return true;
}

static const Subscript WHOLE = {.kind = SUBSCRIPT_SLICE, .step = 1};

// A tensor: one dimension as far as the other subscripts are concerned, but a mask shifts what
// follows it by all of its own.
static bool add_index(const OpCall *call, Selection *s, int input, int dim, int *shift,
                      Error *error)
{
    const Tensor *index = call->input[input];
    if (!tensor_is_index(index) && !is_mask(index)) {
        return error_set(error, "IndexError",
                         "tensors used as indices must be long, int, byte or bool tensors");
    }
    bool truth = is_mask(index) && index->shape.ndim == 0;
    Subscript plain = truth ? (Subscript){.kind = SUBSCRIPT_NEW_AXIS} : WHOLE;
    if (!add_plain(s, plain, error)) return false;
    int axes = is_mask(index) && !truth ? index->shape.ndim : 1;
    for (int axis = 0; axis < axes; axis++) {
        Column column = {dim + *shift + axis, input, is_mask(index) ? axis : -1};
        if (!add_column(s, column, error)) return false;
    }
    *shift += axes - 1;
    return true;
}

static bool read_subscripts(const OpCall *call, const Tensor *of, const Arg *arg, Selection *s,
                            Error *error)
{
    int left = of->shape.ndim, dim = 0, shift = 0;
    for (int i = 0; i < arg->count; i++) left -= dims_taken(call, &arg->subscripts[i]);
    if (left < 0) return too_many(of->shape.ndim, error);
    for (int i = 0; i < arg->count; i++) {
        const Subscript *subscript = &arg->subscripts[i];
        bool ok = true;
        if (subscript->kind == SUBSCRIPT_ELLIPSIS) {
            for (; left > 0 && ok; left--, dim++) ok = add_plain(s, WHOLE, error);
            continue;
        }
        if (subscript->kind == SUBSCRIPT_TENSOR)
            ok = add_index(call, s, (int)subscript->start, dim, &shift, error);
        else
            ok = add_plain(s, *subscript, error);
        if (!ok) return false;
        dim += subscript->kind != SUBSCRIPT_INT;
    }
    return true;
}

static bool mask_fits(const Tensor *mask, const Column *column, const Shape *view, Error *error)
{
    int axis = column->mask_axis;
    if (axis < 0 || mask->shape.ndim == 0 || mask->shape.dim[axis] == view->dim[column->dim])
        return true;
    error_set(error, "IndexError",
              "The shape of the mask %s at index %d does not match the shape of the indexed tensor "
              "%s at index %d",
              shape_list(error->arena, &mask->shape), axis, shape_list(error->arena, view),
              column->dim);
    return error_hint(error, "a mask has the sizes of the dimensions that it stands for");
}

static bool columns_fit(const OpCall *call, const Selection *s, Error *error)
{
    for (int c = 0; c < s->columns; c++) {
        const Column *column = &s->column[c];
        if (column->dim >= s->view.shape.ndim) return too_many(s->view.shape.ndim, error);
        if (!mask_fits(call->input[column->input], column, &s->view.shape, error)) return false;
    }
    return true;
}

// ---- the picks ---------------------------------------------------------------------------------

static bool cannot_broadcast(const OpCall *call, const Selection *s, Error *error)
{
    Buf shapes = {.arena = error->arena};
    for (int c = 0; c < s->columns; c++) {
        Shape shape = picks_of(call->input[s->column[c].input]);
        buf_printf(&shapes, "%s%s", c ? ", " : "", shape_list(error->arena, &shape));
    }
    return error_set(error, "IndexError",
                     "shape mismatch: indexing tensors could not be broadcast together with "
                     "shapes %s",
                     buf_text(&shapes));
}

static bool broadcast_picks(const OpCall *call, Selection *s, Error *error)
{
    for (int c = 0; c < s->columns; c++) {
        if (s->column[c].mask_axis > 0) continue;
        Shape shape = picks_of(call->input[s->column[c].input]);
        if (!shape_broadcast(&s->picks, &shape, &s->picks)) return cannot_broadcast(call, s, error);
    }
    return tensor_fits(call->input[0]->heap, DTYPE_INT64, &s->picks, error);
}

static void place_picks(Selection *s)
{
    bool together = true;
    for (int c = 1; c < s->columns; c++) {
        together = together && s->column[c].dim == s->column[c - 1].dim + 1;
    }
    s->before = together ? s->column[0].dim : 0;
}

static void indexed_dims(const Selection *s, bool indexed[MAX_DIMS])
{
    for (int d = 0; d < MAX_DIMS; d++) indexed[d] = false;
    for (int c = 0; c < s->columns; c++) indexed[s->column[c].dim] = true;
}

static bool result_shape(Selection *s, Error *error)
{
    bool indexed[MAX_DIMS];
    indexed_dims(s, indexed);
    Picks picks = {
        .block = layout_dims(&s->view, indexed, false), .before = s->before, .shape = s->picks};
    if (picks_result(&picks, &s->shape)) return true;
    return error_too_many_dims(error, picks.block.shape.ndim + s->picks.ndim);
}

bool selection_select(const OpCall *call, const Tensor *of, const Arg *arg, Selection *s,
                      Error *error)
{
    *s = (Selection){.view = *of};
    if (!read_subscripts(call, of, arg, s, error)) return false;
    if (!subscript_view(of, s->plain, s->plain_count, &s->view.shape, s->view.stride,
                        &s->view.offset, error))
        return false;
    if (!columns_fit(call, s, error) || !broadcast_picks(call, s, error)) return false;
    place_picks(s);
    return result_shape(s, error);
}

static bool outside(int64_t position, int column, int64_t size, Error *error)
{
    if (size == 0) {
        return error_set(error, "IndexError", "index is out of bounds for dimension with size 0");
    }
    return error_set(error, "IndexError",
                     "index %lld is out of bounds for dimension %d with size %lld",
                     (long long)position, column, (long long)size);
}

bool selection_has_positions(const Selection *s, Error *error)
{
    for (int c = 0; c < s->columns; c++) {
        bool none = s->view.shape.dim[s->column[c].dim] == 0 && shape_count(&s->picks) > 0;
        if (none && shape_count(&s->shape) > 0)
            return error_set(error, "IndexError",
                             "index is out of bounds for dimension with size 0");
        if (none) return outside(0, c, 0, error);
    }
    return true;
}

bool selection_positions_exist(const OpCall *call, const Selection *s, Error *error)
{
    if (!selection_has_positions(s, error)) return false;
    if (shape_count(&s->shape) == 0) return true;
    for (int c = 0; c < s->columns; c++) {
        const Tensor *index = call->input[s->column[c].input];
        if (s->column[c].mask_axis >= 0) continue;
        int64_t size = s->view.shape.dim[s->column[c].dim], wrong;
        if (!index_all_between(index, -size, size, &wrong)) return outside(wrong, c, size, error);
    }
    return true;
}

void selection_rest(const Selection *s, int64_t *stride)
{
    bool indexed[MAX_DIMS];
    indexed_dims(s, indexed);
    for (int from = 0, d = 0; d < s->shape.ndim; d++) {
        bool picked = d >= s->before && d < s->before + s->picks.ndim;
        stride[d] = 0;
        if (picked) continue;
        while (indexed[from]) from++;
        stride[d] = s->view.stride[from++];
    }
}

void selection_positions(const OpCall *call, const Selection *s, int c, int64_t *stride)
{
    const Tensor *index = call->input[s->column[c].input];
    Tensor positions = *index;
    if (s->column[c].mask_axis >= 0) {
        positions.shape = picks_of(index);
        positions.stride[0] = 1;
    }
    layout_expanded(&positions, &s->picks, stride);
}

static void add_positions(const OpCall *call, const Selection *s, int c, Picks *picks,
                          Arena *scratch)
{
    const Column *column = &s->column[c];
    const Tensor *index = call->input[column->input];
    int64_t stride[MAX_DIMS], own[MAX_DIMS];
    const int64_t *position;
    if (column->mask_axis < 0) {
        position = index_positions(index, own, scratch);
        layout_repeated(&index->shape, own, &s->picks, stride);
    } else {
        int64_t count = picks_of(index).dim[0];
        position = mask_positions(index, count, scratch) + column->mask_axis * count;
        selection_positions(call, s, c, stride);
    }
    picks_add(picks, position, stride, s->view.shape.dim[column->dim], s->view.stride[column->dim]);
}

void selection_picks(const OpCall *call, const Selection *s, Picks *picks, Arena *scratch)
{
    bool indexed[MAX_DIMS];
    indexed_dims(s, indexed);
    picks_begin(picks, &s->view, indexed, s->before, &s->picks, scratch);
    for (int c = 0; c < s->columns; c++) add_positions(call, s, c, picks, scratch);
}

// ---- one cell ----------------------------------------------------------------------------------

static int64_t position_of(const OpCall *call, const Selection *s, int c, Index pick)
{
    const Column *column = &s->column[c];
    const Tensor *index = call->input[column->input];
    Shape shape = picks_of(index);
    Index at = index_broadcast(&shape, &s->picks, pick);
    if (column->mask_axis >= 0) return mask_cell(index, at.at[0]).at[column->mask_axis];
    int64_t position = tensor_get_int(index, at);
    return position < 0 ? position + s->view.shape.dim[column->dim] : position;
}

void selection_decides(const OpCall *call, const Selection *s, Index at, Terms *terms)
{
    Index pick = {0};
    for (int p = 0; p < s->picks.ndim; p++) pick.at[p] = at.at[s->before + p];
    for (int c = 0; c < s->columns; c++) {
        const Tensor *index = call->input[s->column[c].input];
        Shape shape = picks_of(index);
        if (s->column[c].mask_axis >= 0)
            terms->looked_at += tensor_count(index);
        else
            terms_decide(terms, s->column[c].input, index_broadcast(&shape, &s->picks, pick));
    }
}

Index selection_cell(const OpCall *call, const Shape *of, const Selection *s, Index at)
{
    bool indexed[MAX_DIMS];
    Index pick = {0}, cell = {0};
    int d_out = 0;
    indexed_dims(s, indexed);
    for (int p = 0; p < s->picks.ndim; p++) pick.at[p] = at.at[s->before + p];
    for (int d = 0; d < s->view.shape.ndim; d++) {
        if (indexed[d]) continue;
        if (d_out == s->before) d_out += s->picks.ndim;
        cell.at[d] = at.at[d_out++];
    }
    for (int c = 0; c < s->columns; c++) {
        cell.at[s->column[c].dim] = position_of(call, s, c, pick);
    }
    return subscript_cell(of, s->plain, s->plain_count, cell);
}
