// The operations repeat, flip and roll: copies in which the cells are repeated, reversed or moved
// on in a circle along a dimension.
#include "tensor/call.h"
#include "tensor/convert.h"

#include <string.h>

static bool too_large(Error *error)
{
    return error_set(error, "RuntimeError", "the repeated tensor is too large");
}

// ---- repeat ------------------------------------------------------------------------------------

static bool repeat_infer(OpCall *call, Error *error)
{
    const Shape *in = &call->input[0]->shape;
    const Arg *times = &call->arg[0];
    int lead = times->count - in->ndim;
    if (lead < 0) {
        return error_set(error, "RuntimeError",
                         "Number of dimensions of repeat dims can not be smaller than number of "
                         "dimensions of tensor");
    }
    if (times->count > MAX_DIMS) return error_too_many_dims(error, times->count);
    call->shape = (Shape){.ndim = times->count};
    call->dtype = call->input[0]->dtype;
    for (int d = 0; d < times->count; d++) {
        int64_t own = d < lead ? 1 : in->dim[d - lead];
        if (times->ints[d] < 0 && own != 0) {
            return error_set(error, "RuntimeError",
                             "Trying to create tensor with negative dimension %lld: %s",
                             (long long)(own * times->ints[d]), "the repeats must not be negative");
        }
        if (__builtin_mul_overflow(own, times->ints[d], &call->shape.dim[d]))
            return too_large(error);
    }
    return true;
}

static void repeat_forward(OpCall *call)
{
    const Tensor *in = call->input[0];
    const Arg *times = &call->arg[0];
    int lead = times->count - in->shape.ndim;
    Shape copies = {.ndim = times->count};
    if (tensor_count(call->output) == 0) return;
    Tensor part = *call->output;
    for (int d = 0; d < times->count; d++) {
        copies.dim[d] = times->ints[d];
        part.shape.dim[d] = d < lead ? 1 : in->shape.dim[d - lead];
    }
    Index at = {0};
    do {
        part.offset = call->output->offset;
        for (int d = 0; d < times->count; d++) {
            part.offset += at.at[d] * part.shape.dim[d] * part.stride[d];
        }
        tensor_assign(&part, in);
    } while (index_next(&copies, &at));
}

static void repeat_sources(const OpCall *call, Index at, Terms *terms)
{
    const Shape *in = &call->input[0]->shape;
    int lead = call->shape.ndim - in->ndim;
    Index from = {0};
    for (int d = 0; d < in->ndim; d++) from.at[d] = at.at[d + lead] % in->dim[d];
    terms_moved(call, terms, 0, from);
}

OP_ROW(repeat, "input: Tensor, repeats: ints", "(a, b) -> (a * repeats[0], b * repeats[1])",
       "the whole tensor, repeated along each dimension", IN_TENSOR, .moves = true,
       .forward = repeat_forward, .sources = repeat_sources)

// ---- flip --------------------------------------------------------------------------------------

static bool flip_infer(OpCall *call, Error *error)
{
    const Arg *dims = &call->arg[0];
    const Tensor *in = call->input[0];
    bool flipped[MAX_DIMS] = {false};
    infer_same_view(call);
    call->is_view = false;
    for (int i = 0; i < dims->count; i++) {
        int dim;
        if (!shape_wrap_dim(dims->ints[i], in->shape.ndim, &dim, error)) return false;
        if (flipped[dim]) {
            return error_set(error, "RuntimeError",
                             "dim %d appears multiple times in the list of dims", dim);
        }
        flipped[dim] = true;
        if (in->shape.ndim == 0) continue;
        call->offset += (in->shape.dim[dim] - 1) * in->stride[dim];
        call->stride[dim] = -in->stride[dim];
    }
    return true;
}

OP_ROW(flip, "input: Tensor, dims: ints", "(...) -> (...)",
       "the cells in the opposite order along the dimensions", IN_TORCH | IN_TENSOR,
       .traits = OP_KNOWS_HALVES, .layout = layout_like_first, VIEW_ROW)

// ---- roll --------------------------------------------------------------------------------------

// How far each dimension is rolled, from 0 to its size - 1.
static bool rolled_by(const OpCall *call, int64_t by[MAX_DIMS], Error *error)
{
    const Arg *shifts = &call->arg[0], *dims = &call->arg[1];
    const Shape *in = &call->input[0]->shape;
    for (int d = 0; d < MAX_DIMS; d++) by[d] = 0;
    if (shifts->count == 0) return error_set(error, "RuntimeError", "`shifts` required");
    if (shifts->count != dims->count) {
        return error_set(error, "RuntimeError",
                         "shifts and dimensions must align. shifts: %d, dims:%d", shifts->count,
                         dims->count);
    }
    for (int i = 0; i < dims->count; i++) {
        int dim;
        if (!shape_wrap_dim(dims->ints[i], in->ndim, &dim, error)) return false;
        int64_t size = in->ndim ? in->dim[dim] : 1;
        if (size == 0) continue;
        int64_t shift = shifts->ints[i] % size;
        by[dim] = (by[dim] + (shift < 0 ? shift + size : shift)) % size;
    }
    return true;
}

// Without dimensions the tensor is rolled as one line.
static bool rolls_flat(const OpCall *call)
{
    return call->arg[1].count == 0 && call->arg[0].count == 1;
}

static int64_t flat_shift(const OpCall *call, int64_t count)
{
    int64_t shift = count ? call->arg[0].ints[0] % count : 0;
    return shift < 0 ? shift + count : shift;
}

static bool roll_infer(OpCall *call, Error *error)
{
    int64_t by[MAX_DIMS];
    call->shape = call->input[0]->shape;
    call->dtype = call->input[0]->dtype;
    bool one_of_none = call->arg[0].count == 1 && call->arg[1].count == 1 &&
                       shape_count(&call->shape) == 0; // its dimension is not looked at
    if (rolls_flat(call) || one_of_none) return true;
    if (call->shape.ndim == 0 && call->arg[1].count > 0) return error_no_dimensions(error);
    return rolled_by(call, by, error);
}

// Each rolled dimension is cut in two: bit d of `second` says which piece of dimension d it is.
static void roll_piece(OpCall *call, const int64_t by[MAX_DIMS], unsigned second)
{
    Tensor from = *call->input[0], to = *call->output;
    for (int d = 0; d < from.shape.ndim; d++) {
        int64_t size = from.shape.dim[d], head = size - by[d];
        bool tail = second >> d & 1;
        from.shape.dim[d] = to.shape.dim[d] = tail ? by[d] : head;
        if (tail)
            from.offset += head * from.stride[d];
        else
            to.offset += by[d] * to.stride[d];
    }
    if (tensor_count(&to)) tensor_assign(&to, &from);
}

static void roll_flat(OpCall *call)
{
    SCRATCH(scratch);
    int64_t count = tensor_count(call->output), by = flat_shift(call, count);
    size_t cell = dtype_bytes(call->dtype);
    unsigned char *to = tensor_data(call->output), *kept;
    tensor_assign(call->output, call->input[0]);
    kept = arena_array(&scratch, (size_t)count, cell);
    memcpy(kept, to, (size_t)count * cell);
    memcpy(to + (size_t)by * cell, kept, (size_t)(count - by) * cell);
    memcpy(to, kept + (size_t)(count - by) * cell, (size_t)by * cell);
}

static void roll_forward(OpCall *call)
{
    int64_t by[MAX_DIMS];
    Error none = {.set = true};
    if (rolls_flat(call)) {
        roll_flat(call);
        return;
    }
    rolled_by(call, by, &none);
    for (unsigned second = 0; second < 1u << call->shape.ndim; second++) {
        bool needed = true;
        for (int d = 0; d < call->shape.ndim; d++) needed = needed && (by[d] || !(second >> d & 1));
        if (needed) roll_piece(call, by, second);
    }
}

static void roll_sources(const OpCall *call, Index at, Terms *terms)
{
    int64_t by[MAX_DIMS], count = shape_count(&call->shape);
    Error none = {.set = true};
    if (rolls_flat(call)) {
        int64_t from = index_ravel(&call->shape, at) - flat_shift(call, count);
        terms_moved(call, terms, 0, index_unravel(&call->shape, from < 0 ? from + count : from));
        return;
    }
    rolled_by(call, by, &none);
    for (int d = 0; d < call->shape.ndim; d++) {
        at.at[d] -= by[d];
        if (at.at[d] < 0) at.at[d] += call->shape.dim[d];
    }
    terms_moved(call, terms, 0, at);
}

static void roll_layout(const OpCall *call, int64_t *stride)
{
    if (rolls_flat(call))
        shape_strides(&call->shape, stride);
    else if (shape_count(&call->shape) == 0)
        layout_like_first(call, stride);
    else
        layout_of_images(call, stride);
}

OP_ROW(roll, "input: Tensor, shifts: ints, dims: ints? = None", "(...) -> (...)",
       "the cells shifted along the dimensions, those at the end moved to the front",
       IN_TORCH | IN_TENSOR, .moves = true, .layout = roll_layout, .forward = roll_forward,
       .sources = roll_sources)
