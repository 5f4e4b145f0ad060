// Cells picked by a mask or by their place in the whole tensor: masked_select, masked_scatter,
// nonzero, take.
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/indexing/selection.h"
#include "tensor/overlap.h"
#include "tensor/rows.h"

#include <string.h>

// `tensor` as it is read when it is broadcast to `shape`.
static Tensor broadcast_view(const Tensor *tensor, const Shape *shape)
{
    Tensor view = *tensor;
    view.shape = *shape;
    pick_strides(&tensor->shape, tensor->stride, shape, view.stride);
    return view;
}

static bool needs_bool(const Tensor *mask, const char *message, Error *error)
{
    if (mask->dtype == DTYPE_BOOL) return true;
    error_set(error, "RuntimeError", "%s", message);
    return error_hint(error, "compare it with 0 to make a mask: mask != 0");
}

// ---- masked_select -----------------------------------------------------------------------------

static bool masked_select_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0], *mask = call->input[1];
    Shape both = mask->shape; // named first by PyTorch, too, when the two do not fit
    if (!needs_bool(mask, "masked_select: expected BoolTensor for mask", error) ||
        !shape_broadcast_with(&both, in, error) || !tensor_fits(in->heap, DTYPE_BOOL, &both, error))
        return false;
    Tensor over = broadcast_view(mask, &both);
    call->dtype = in->dtype;
    call->shape = (Shape){.ndim = 1, .dim = {selection_mask_count(&over)}};
    return true;
}

static Shape masked_shape(const OpCall *call)
{
    Shape both;
    shape_broadcast(&call->input[0]->shape, &call->input[1]->shape, &both);
    return both;
}

static void masked_select_forward(OpCall *call)
{
    Shape both = masked_shape(call);
    const Tensor *in = call->input[0], *mask = call->input[1];
    size_t cell = dtype_bytes(call->dtype);
    unsigned char *to = tensor_data(call->output);
    Rows rows;
    rows_begin(&rows, &both, (const Tensor *const[]){in, mask}, 2);
    while (rows_next(&rows)) {
        const unsigned char *from = row_cells(&rows, 0), *holds = row_cells(&rows, 1);
        for (int64_t i = 0; i < rows.length; i++) {
            if (!holds[i * rows.stride[1]]) continue;
            memcpy(to, from + (size_t)(i * rows.stride[0]) * cell, cell);
            to += cell;
        }
    }
}

static void masked_select_sources(const OpCall *call, Index at, Terms *terms)
{
    Shape both = masked_shape(call);
    Tensor over = broadcast_view(call->input[1], &both);
    Index cell = selection_mask_cell(&over, at.at[0]);
    terms->by_values = true;
    terms->looked_at = tensor_count(&over);
    terms_moved(call, terms, 0, index_broadcast(&call->input[0]->shape, &both, cell));
}

const Op op_masked_select = {
    .name = "masked_select",
    .effort = 12,
    .signature = "input: Tensor, mask: Tensor",
    .shape = "(...), (...) -> (k)",
    .doc = "the cells where the mask is True, one after another",
    .found = IN_TORCH | IN_TENSOR,
    .moves = true,
    .infer = masked_select_infer,
    .forward = masked_select_forward,
    .sources = masked_select_sources,
};

// ---- masked_scatter ----------------------------------------------------------------------------

static bool masked_scatter_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0], *mask = call->input[1], *source = call->input[2];
    if (source->dtype != in->dtype) {
        return error_set(error, "RuntimeError",
                         "masked_scatter: expected self and source to have same dtypes but got %s "
                         "and %s",
                         dtype_title(in->dtype), dtype_title(source->dtype));
    }
    if (mask->dtype != DTYPE_BOOL) {
        return error_set(error, "RuntimeError",
                         "masked_scatter_ only supports boolean masks, but got mask with dtype %s",
                         dtype_title(mask->dtype));
    }
    call->dtype = in->dtype;
    call->shape = in->shape;
    if (!shape_broadcast_with(&call->shape, mask, error)) return false;
    if (!tensor_fits(in->heap, call->dtype, &call->shape, error)) return false;
    Tensor over = broadcast_view(mask, &call->shape);
    if (selection_mask_count(&over) <= tensor_count(source)) return true;
    return error_set(error, "RuntimeError",
                     "Number of elements of source < number of ones in mask");
}

static void masked_scatter_forward(OpCall *call)
{
    const Tensor *mask = call->input[1], *source = call->input[2];
    CellFunction *copy = cells_copy(call->dtype);
    size_t cell = dtype_bytes(call->dtype);
    const unsigned char *cells = tensor_data(source);
    int64_t next = 0;
    Rows rows;
    tensor_assign(call->output, call->input[0]);
    rows_begin(&rows, &call->shape, (const Tensor *const[]){call->output, mask}, 2);
    while (rows_next(&rows)) {
        unsigned char *to = row_cells(&rows, 0);
        const unsigned char *holds = row_cells(&rows, 1);
        for (int64_t i = 0; i < rows.length; i++) {
            if (!holds[i * rows.stride[1]]) continue;
            int64_t from = tensor_offset(source, index_unravel(&source->shape, next++));
            copy(to + (size_t)(i * rows.stride[0]) * cell, 1, cells + (size_t)from * cell, 1, 1);
        }
    }
}

static void masked_scatter_sources(const OpCall *call, Index at, Terms *terms)
{
    Tensor over = broadcast_view(call->input[1], &call->shape);
    Index before = {0};
    int64_t rank = 0, place = index_ravel(&call->shape, at);
    terms_decide(terms, 1, index_broadcast(&call->input[1]->shape, &call->shape, at));
    terms->by_values = true;
    terms->looked_at = place;
    if (tensor_get(&over, at) == 0) {
        terms_moved(call, terms, 0, index_broadcast(&call->input[0]->shape, &call->shape, at));
        return;
    }
    for (int64_t i = 0; i < place; i++) {
        rank += tensor_get(&over, before) != 0;
        index_next(&call->shape, &before);
    }
    terms_moved(call, terms, 2, index_unravel(&call->input[2]->shape, rank));
}

const Op op_masked_scatter = {
    .name = "masked_scatter",
    .effort = 25,
    .signature = "input: Tensor, mask: Tensor, source: Tensor",
    .shape = "(...), (...), (k) -> (...)",
    .doc = "the next cell of the source where the mask is True, else the cell",
    .found = IN_TORCH | IN_TENSOR,
    .infer = masked_scatter_infer,
    .forward = masked_scatter_forward,
    .sources = masked_scatter_sources,
    .value = value_converted,
};

// ---- nonzero -----------------------------------------------------------------------------------

// Runs through the rows of the last dimension, each cell turned into 0 or 1 in `holds`.
static void read_truth(const Tensor *in, Index row, unsigned char *holds)
{
    int last = in->shape.ndim - 1;
    const unsigned char *cell = tensor_data(in);
    cell += (size_t)tensor_offset(in, row) * dtype_bytes(in->dtype);
    convert_row(in->dtype, cell, last < 0 ? 1 : in->stride[last], DTYPE_BOOL, holds, 1,
                last < 0 ? 1 : in->shape.dim[last]);
}

static Shape rows_of(const Tensor *in, int64_t *length)
{
    Shape outer = in->shape;
    *length = outer.ndim ? outer.dim[--outer.ndim] : 1;
    return outer;
}

static int64_t count_nonzero(const Tensor *in)
{
    Arena scratch = {0};
    int64_t length, count = 0;
    Shape outer = rows_of(in, &length);
    Index at = {0};
    if (tensor_count(in) == 0) return 0;
    unsigned char *holds = arena_array(&scratch, (size_t)length, 1);
    do {
        read_truth(in, at, holds);
        for (int64_t i = 0; i < length; i++) count += holds[i];
    } while (index_next(&outer, &at));
    arena_free(&scratch);
    return count;
}

static bool nonzero_infer(OpCall *call, Error *error)
{
    (void)error;
    const Tensor *in = call->input[0];
    call->dtype = DTYPE_INT64;
    call->shape = (Shape){.ndim = 2, .dim = {count_nonzero(in), in->shape.ndim}};
    return true;
}

// One dimension after the other, as PyTorch finds them.
static void nonzero_layout(const OpCall *call, int64_t *stride)
{
    stride[0] = 1;
    stride[1] = call->shape.dim[0];
}

static void nonzero_forward(OpCall *call)
{
    const Tensor *in = call->input[0];
    int64_t *to = tensor_ints(call->output), length, next = call->output->stride[1];
    Arena scratch = {0};
    Shape outer = rows_of(in, &length);
    Index at = {0};
    if (tensor_count(call->output) == 0) return;
    unsigned char *holds = arena_array(&scratch, (size_t)length, 1);
    do {
        read_truth(in, at, holds);
        for (int64_t i = 0; i < length; i++) {
            if (!holds[i]) continue;
            for (int d = 0; d < outer.ndim; d++) to[d * next] = at.at[d];
            to++ [outer.ndim * next] = i;
        }
    } while (index_next(&outer, &at));
    arena_free(&scratch);
}

// A position comes from the cell that stands there.
static void nonzero_sources(const OpCall *call, Index at, Terms *terms)
{
    Index from = {0};
    for (int d = 0; d < call->input[0]->shape.ndim; d++) {
        from.at[d] = tensor_get_int(call->output, (Index){{at.at[0], d}});
    }
    terms->kind = TERMS_ELEMENTWISE;
    terms->by_values = true;
    terms_add(terms, 0, from);
}

static double nonzero_value(const OpCall *call, const Terms *terms, const double *term)
{
    (void)call, (void)term;
    return (double)terms->term[0].at.at[terms->at.at[1]];
}

const Op op_nonzero = {
    .name = "nonzero",
    .found = IN_LIBRARY,
    .effort = 4,
    .signature = "input: Tensor",
    .shape = "(...) -> (k, dimensions)",
    .doc = "the position of a cell that is not 0",
    .notation = {.before = "position of "},
    .infer = nonzero_infer,
    .layout = nonzero_layout,
    .forward = nonzero_forward,
    .sources = nonzero_sources,
    .value_at = nonzero_value,
};

// ---- take --------------------------------------------------------------------------------------

static bool take_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0], *index = call->input[1];
    int64_t count = tensor_count(in);
    Rows rows;
    if (index->dtype != DTYPE_INT64) {
        return error_set(error, "RuntimeError",
                         "take(): Expected a long tensor for index, but got %s",
                         dtype_title(index->dtype));
    }
    call->dtype = in->dtype;
    call->shape = index->shape;
    rows_begin(&rows, &index->shape, &index, 1);
    while (rows_next(&rows)) {
        const int64_t *cell = row_cells(&rows, 0);
        for (int64_t i = 0; i < rows.length; i++) {
            int64_t p = cell[i * rows.stride[0]];
            if (p >= -count && p < count) continue;
            if (count == 0)
                return error_set(error, "IndexError", "take(): tried to take from an empty tensor");
            return error_set(error, "IndexError",
                             "out of range: tried to access index %lld on a tensor of %lld "
                             "elements.",
                             (long long)p, (long long)count);
        }
    }
    return true;
}

static Index taken_cell(const OpCall *call, Index at)
{
    const Tensor *in = call->input[0];
    int64_t position = tensor_get_int(call->input[1], at);
    return index_unravel(&in->shape, position < 0 ? position + tensor_count(in) : position);
}

static void take_forward(OpCall *call)
{
    const Tensor *in = call->input[0];
    CellFunction *copy = cells_copy(call->dtype);
    size_t cell = dtype_bytes(call->dtype);
    unsigned char *to = tensor_data(call->output);
    const unsigned char *from = tensor_data(in);
    Index at = {0};
    if (tensor_count(call->output) == 0) return;
    do {
        copy(to, 1, from + (size_t)tensor_offset(in, taken_cell(call, at)) * cell, 1, 1);
        to += cell;
    } while (index_next(&call->shape, &at));
}

static void take_sources(const OpCall *call, Index at, Terms *terms)
{
    terms_moved(call, terms, 0, taken_cell(call, at));
    terms_decide(terms, 1, at);
    terms->by_values = true;
}

const Op op_take = {
    .name = "take",
    .effort = 94,
    .signature = "input: Tensor, index: Tensor",
    .shape = "(...), (k) -> (k)",
    .doc = "the cell that the index names, all cells counted in order",
    .found = IN_TORCH | IN_TENSOR,
    .moves = true,
    .infer = take_infer,
    .forward = take_forward,
    .sources = take_sources,
};
