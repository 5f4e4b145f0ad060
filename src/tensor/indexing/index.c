// Indexing with tensors: x[index] is a copy of the picked cells, x[index] = value writes to them.
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/indexing/selection.h"
#include "tensor/indexing/subscript.h"
#include "tensor/overlap.h"

// ---- reading -----------------------------------------------------------------------------------

static bool index_infer(OpCall *call, Error *error)
{
    Selection selection;
    if (!selection_select(call, call->input[0], &call->arg[0], &selection, error) ||
        !selection_positions_exist(call, &selection, error))
        return false;
    call->shape = selection.shape;
    call->dtype = call->input[0]->dtype;
    return true;
}

// Positions as PyTorch reads them: all broadcast together, with sizes of 1 for the dimensions that
// are not indexed.
static Tensor positions_seen(const OpCall *call, const Selection *s, int column)
{
    Tensor positions = {.shape = s->picks}, seen = {.shape = s->shape};
    selection_positions(call, s, column, positions.stride);
    for (int d = 0; d < s->shape.ndim; d++) {
        bool picked = d >= s->before && d < s->before + s->picks.ndim;
        if (!picked) seen.shape.dim[d] = 1;
    }
    if (!layout_viewed(&positions, &seen.shape, seen.stride))
        shape_strides(&seen.shape, seen.stride);
    return seen;
}

// PyTorch walks the cells of the input that are not indexed, repeated for each pick, and the
// positions.
static void index_layout(const OpCall *call, int64_t *stride)
{
    Selection s;
    Error none = {.set = true}; // infer has checked the subscripts
    Tensor part[1 + MAX_DIMS], *parts[1 + MAX_DIMS] = {&part[0]};
    selection_select(call, call->input[0], &call->arg[0], &s, &none);
    part[0] = (Tensor){.shape = s.shape};
    selection_rest(&s, part[0].stride);
    for (int c = 0; c < s.columns; c++) {
        part[c + 1] = positions_seen(call, &s, c);
        parts[c + 1] = &part[c + 1];
    }
    layout_of(&s.shape, parts, 1 + s.columns, stride);
}

static void index_forward(OpCall *call)
{
    Selection selection;
    Picks picks;
    SCRATCH(scratch);
    Error none = {.set = true}; // infer has checked the subscripts
    if (tensor_count(call->output) == 0) return;
    selection_select(call, call->input[0], &call->arg[0], &selection, &none);
    selection_picks(call, &selection, &picks, &scratch);
    picks_read(&picks, call->output);
}

static void index_sources(const OpCall *call, Index at, Terms *terms)
{
    Selection selection;
    Error none = {.set = true};
    const Tensor *in = call->input[0];
    selection_select(call, in, &call->arg[0], &selection, &none);
    terms_moved(call, terms, 0, selection_cell(call, &in->shape, &selection, at));
    selection_decides(call, &selection, at, terms);
    terms->by_values = true;
}

OP_ROW(index, "input: Tensor, indices: Tensors, index: subscripts", "(...) -> the picked cells",
       "the cell given by the index", 0, .effort = {36}, .moves = true, .traits = OP_KNOWS_HALVES,
       .layout = index_layout, .forward = index_forward, .sources = index_sources)

// ---- writing -----------------------------------------------------------------------------------

static bool adds(const OpCall *call)
{
    return call_bool(call, 0, false);
}

// The value without leading sizes of 1 that the selection does not have.
static Tensor value_over(const Tensor *value, int ndim)
{
    Tensor over = *value;
    while (over.shape.ndim > ndim && over.shape.dim[0] == 1) {
        over.shape.ndim--;
        for (int d = 0; d < over.shape.ndim; d++) {
            over.shape.dim[d] = over.shape.dim[d + 1];
            over.stride[d] = over.stride[d + 1];
        }
    }
    return over;
}

// One number behind one mask is masked_fill's.
static bool only_fills(const OpCall *call, const Selection *s)
{
    if (tensor_count(call->input[1]) != 1 || adds(call)) return false;
    for (int c = 0; c < s->columns; c++) {
        if (s->column[c].mask_axis < 0 || s->column[c].input != s->column[0].input) return false;
    }
    return s->columns > 0;
}

static bool value_fits(const OpCall *call, const Selection *s, Error *error)
{
    const Shape *selected = &s->shape;
    const Tensor *in = call->input[0], *value = call->input[1];
    Shape over = value_over(value, selected->ndim).shape, both;
    if (!shape_broadcast(&over, selected, &both) || !shape_equal(&both, selected)) {
        return error_set(error, "RuntimeError",
                         "shape mismatch: value tensor of shape %s cannot be broadcast to indexing "
                         "result of shape %s",
                         shape_list(error->arena, &over), shape_list(error->arena, selected));
    }
    if (value->is_number || value->dtype == in->dtype || only_fills(call, s))
        return dtype_fits_number(value, in->dtype, error);
    error_set(error, "RuntimeError",
              "Index put requires the source and destination dtypes match, got %s for the "
              "destination and %s for the source.",
              dtype_title(in->dtype), dtype_title(value->dtype));
    return error_hint(error, "the value as the same type, with .type_as(x)");
}

static bool may_be_filled(const OpCall *call, const Selection *s, Error *error)
{
    DType mask = only_fills(call, s) ? call->input[s->column[0].input]->dtype : DTYPE_BOOL;
    if (mask != DTYPE_UINT8) return true;
    return error_set(error, "RuntimeError",
                     "masked_fill_ only supports boolean masks, but got mask with dtype %s",
                     dtype_c_name(mask));
}

// Nothing that is read may be written.
static bool is_apart(const OpCall *call, const Selection *s, Error *error)
{
    if (only_fills(call, s)) return true;
    for (int i = 1; i < call->input_count; i++) {
        if (!overlap_is_apart(&s->view, call->input[i], error)) return false;
    }
    return true;
}

static bool index_put_infer(OpCall *call, Error *error)
{
    Selection selection;
    const Tensor *in = call->input[0];
    if (!selection_select(call, in, &call->arg[1], &selection, error) ||
        !selection_has_positions(&selection, error) || !may_be_filled(call, &selection, error) ||
        !value_fits(call, &selection, error) || !is_apart(call, &selection, error) ||
        !selection_positions_exist(call, &selection, error))
        return false;
    call->shape = in->shape;
    call->dtype = in->dtype;
    return overlap_can_write(in, error);
}

static void index_put_forward(OpCall *call)
{
    Selection selection;
    Picks picks;
    Given value;
    SCRATCH(scratch);
    Error none = {.set = true};
    tensor_assign(call->output, call->input[0]);
    selection_select(call, call->output, &call->arg[1], &selection, &none);
    if (shape_count(&selection.shape) == 0) return;
    Tensor over = value_over(call->input[1], selection.shape.ndim);
    given_begin(&value, &over, call->dtype);
    selection_picks(call, &selection, &picks, &scratch);
    picks_write(&picks, &value, adds(call), &scratch);
}

// Where the indexed coordinates of a cell of the view would be among the picks' offsets.
static int64_t indexed_offset(const Selection *s, Index cell)
{
    int64_t offset = 0;
    for (int c = 0; c < s->columns; c++) {
        offset += cell.at[s->column[c].dim] * s->view.stride[s->column[c].dim];
    }
    return offset;
}

// The cell of the value that is written to `cell` of the view by pick number `pick`.
static Index written_from(const OpCall *call, const Selection *s, Index cell, int64_t pick)
{
    Index picked = index_unravel(&s->picks, pick), at = {0}, from = {0};
    int d_out = 0;
    for (int d = 0; d <= s->view.shape.ndim; d++) {
        if (d_out == s->before) {
            for (int p = 0; p < s->picks.ndim; p++) at.at[d_out++] = picked.at[p];
        }
        bool indexed = d == s->view.shape.ndim;
        for (int c = 0; c < s->columns; c++) indexed = indexed || s->column[c].dim == d;
        if (!indexed) at.at[d_out++] = cell.at[d];
    }
    Tensor value = value_over(call->input[1], s->shape.ndim);
    int dropped = call->input[1]->shape.ndim - value.shape.ndim;
    Index inner = index_broadcast(&value.shape, &s->shape, at);
    for (int d = 0; d < value.shape.ndim; d++) from.at[d + dropped] = inner.at[d];
    return from;
}

// Distinct cells have distinct offsets in a contiguous tensor.
static void select_contiguous(const OpCall *call, Tensor *flat, Selection *s)
{
    Error none = {.set = true};
    *flat = *call->input[0];
    flat->offset = 0;
    shape_strides(&flat->shape, flat->stride);
    selection_select(call, flat, &call->arg[1], s, &none);
}

static void add_written(const OpCall *call, const Selection *s, Index cell, Terms *terms)
{
    Picks picks;
    SCRATCH(scratch);
    selection_picks(call, s, &picks, &scratch);
    int64_t wanted = indexed_offset(s, cell), last = -1;
    terms->looked_at = picks.count;
    for (int64_t i = 0; i < picks.count; i++) {
        if (picks.offset[i] != wanted) continue;
        if (adds(call)) terms_add(terms, 1, written_from(call, s, cell, i));
        last = i;
    }
    if (adds(call) && terms->count > 1) terms->kind = TERMS_REDUCTION;
    if (adds(call) || last < 0) return;
    terms->count = 0;
    terms_moved(call, terms, 1, written_from(call, s, cell, last));
}

static void index_put_sources(const OpCall *call, Index at, Terms *terms)
{
    Tensor flat;
    Selection s;
    Index cell;
    select_contiguous(call, &flat, &s);
    terms_moved(call, terms, 0, at);
    terms->by_values = true;
    if (shape_count(&s.shape) == 0) return;
    if (subscript_selects(&flat.shape, s.plain, s.plain_count, at, &cell))
        add_written(call, &s, cell, terms);
}

static double index_put_value(const OpCall *call, const double *term, int count)
{
    return count == 1 ? value_converted(call, term, 1) : value_summed(call, term, count);
}

// Only the picked cells are written.
static void index_put_cost(const OpCall *call, Cost *cost)
{
    Tensor flat;
    Selection s;
    select_contiguous(call, &flat, &s);
    cost->count[COST_BYTES] = 0;
    cost_add(cost, COST_BYTES, shape_count(&s.shape), (int64_t)dtype_bytes(call->dtype));
    if (adds(call)) cost_add(cost, COST_ADDITIONS, shape_count(&s.shape), 1);
}

OP_ROW(index_put,
       "input: Tensor, value: Number, indices: Tensors, accumulate: bool, "
       "index: subscripts",
       "(...), the picked cells -> (...)", "the tensor with new values in the picked cells", 0,
       .effort = {14}, .moves = true, .layout = layout_like_first, .notation = {.between = " + "},
       .forward = index_put_forward, .sources = index_put_sources, .value = index_put_value,
       .cost = index_put_cost)
