// The operations that keep the cells and their order and change the shape: reshape, view, flatten,
// unsqueeze, squeeze, expand. Wherever strides can express the new shape the result is a view and
// nothing is copied.
#include "tensor/call.h"
#include "tensor/convert.h"

#include <string.h>

// `*unknown`: the dimension given as -1, left alone when there is none.
static bool read_sizes(const Arg *sizes, Shape *shape, int *unknown, Error *error)
{
    if (sizes->count > MAX_DIMS) return error_too_many_dims(error, sizes->count);
    *shape = (Shape){.ndim = sizes->count};
    for (int d = 0; d < sizes->count; d++) {
        shape->dim[d] = sizes->ints[d];
        if (sizes->ints[d] < -1) {
            return error_set(error, "RuntimeError", "invalid shape dimension %lld",
                             (long long)sizes->ints[d]);
        }
        if (sizes->ints[d] >= 0) continue;
        if (*unknown >= 0)
            return error_set(error, "RuntimeError", "only one dimension can be inferred");
        *unknown = d;
        shape->dim[d] = 1;
    }
    return true;
}

// The asked shape, with -1 replaced by what is left over.
static bool wanted_shape(const OpCall *call, const Arg *sizes, Shape *shape, Error *error)
{
    int unknown = -1;
    if (!read_sizes(sizes, shape, &unknown, error)) return false;
    int64_t cells = tensor_count(call->input[0]), known = shape_count(shape);
    if (unknown >= 0 && known == 0 && cells == 0) {
        return error_set(error, "RuntimeError",
                         "cannot reshape tensor of 0 elements into shape [%s] because the "
                         "unspecified dimension size -1 can be any value and is ambiguous",
                         call_size_list(error->arena, sizes));
    }
    if (unknown >= 0 && known > 0 && cells % known == 0)
        shape->dim[unknown] = cells / known;
    else if (unknown >= 0 || known != cells) {
        error_set(error, "RuntimeError", "shape '[%s]' is invalid for input of size %lld",
                  call_size_list(error->arena, sizes), (long long)cells);
        return error_hint(error, "the tensor has shape %s, %lld cells",
                          shape_tuple(error->arena, &call->input[0]->shape), (long long)cells);
    }
    return true;
}

static void set_shape(OpCall *call, const Shape *shape)
{
    infer_same_view(call);
    call->shape = *shape;
    call->is_view = layout_viewed(call->input[0], shape, call->stride);
}

static void copy_forward(OpCall *call)
{
    Tensor in_order = *call->output;
    in_order.shape = call->input[0]->shape;
    shape_strides(&in_order.shape, in_order.stride);
    tensor_assign(&in_order, call->input[0]);
}

static bool reshape_infer(OpCall *call, Error *error)
{
    Shape shape;
    if (!wanted_shape(call, &call->arg[0], &shape, error)) return false;
    set_shape(call, &shape);
    return true;
}

OP_ROW(reshape, "input: Tensor, shape: ints", "(...) -> (shape)",
       "the same cells in the same order, in another shape", IN_TORCH | IN_TENSOR, .effort = {4},
       .traits = OP_KNOWS_HALVES | OP_WRITES_ALL, .moves = true, .forward = copy_forward,
       .sources = sources_in_order)

static bool view_infer(OpCall *call, Error *error)
{
    if (!reshape_infer(call, error)) return false;
    if (call->is_view) return true;
    return error_set(error, "RuntimeError",
                     "view size is not compatible with input tensor's size and stride (at least "
                     "one dimension spans across two contiguous subspaces). Use .reshape(...) "
                     "instead.");
}

OP_ROW(view, "input: Tensor, size: ints", "(...) -> (size)",
       "the same cells in the same order, in another shape", IN_TENSOR, .moves = true,
       .forward = copy_forward, .sources = sources_in_order)

static bool flatten_infer(OpCall *call, Error *error)
{
    const Shape *in = &call->input[0]->shape;
    int first, last;
    if (!shape_wrap_dim(call_int(call, 0, 0), in->ndim, &first, error) ||
        !shape_wrap_dim(call_int(call, 1, -1), in->ndim, &last, error))
        return false;
    if (first > last) {
        return error_set(error, "RuntimeError",
                         "flatten() has invalid args: start_dim cannot come after end_dim");
    }
    Shape flat = {.ndim = first}, middle = {.ndim = last - first + 1};
    memcpy(flat.dim, in->dim, sizeof flat.dim);
    for (int d = first; d <= last && in->ndim; d++) middle.dim[d - first] = in->dim[d];
    flat.dim[flat.ndim++] = in->ndim ? shape_count(&middle) : 1;
    for (int d = last + 1; d < in->ndim; d++) flat.dim[flat.ndim++] = in->dim[d];
    set_shape(call, &flat);
    call->is_same = first == last && in->ndim > 0;
    return true;
}

OP_ROW(flatten, "input: Tensor, start_dim: int = 0, end_dim: int = -1",
       "(..., a, b, ...) -> (..., a * b, ...)",
       "the same cells in the same order, several dimensions as one", IN_TORCH | IN_TENSOR,
       .traits = OP_WRITES_ALL, .moves = true, .forward = copy_forward, .sources = sources_in_order)

// ---- sizes of 1 --------------------------------------------------------------------------------

static bool unsqueeze_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    int ndim = in->shape.ndim, dim;
    if (!shape_wrap_dim(call_int(call, 0, 0), ndim + 1, &dim, error)) return false;
    if (ndim == MAX_DIMS) return error_too_many_dims(error, ndim + 1);
    infer_same_view(call);
    call->shape.ndim = ndim + 1;
    for (int d = ndim; d > dim; d--) {
        call->shape.dim[d] = in->shape.dim[d - 1];
        call->stride[d] = in->stride[d - 1];
    }
    call->shape.dim[dim] = 1;
    uint64_t size = dim < ndim ? (uint64_t)in->shape.dim[dim] : 1; // of no cells: any number
    call->stride[dim] = dim < ndim ? (int64_t)(size * (uint64_t)in->stride[dim]) : 1;
    return true;
}

OP_ROW(unsqueeze, "input: Tensor, dim: int", "(..., ...) -> (..., 1, ...)",
       "the same cells with one more dimension, of size 1", IN_TORCH | IN_TENSOR, VIEW_ROW)

static bool squeeze_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    const Arg *dims = &call->arg[0];
    bool goes[MAX_DIMS];
    if (!shape_name_dims(dims->ints, dims->count, in->shape.ndim, goes, error)) return false;
    for (int d = 0; d < in->shape.ndim; d++)
        goes[d] = in->shape.dim[d] == 1 && (goes[d] || !call_has(call, 0));
    return infer_view_without(call, goes);
}

OP_ROW(squeeze, "input: Tensor, dim: ints? = None", "(..., 1, ...) -> (..., ...)",
       "the same cells without the dimensions of size 1", IN_TORCH | IN_TENSOR, VIEW_ROW)

// ---- repeated ----------------------------------------------------------------------------------

static bool cannot_expand(const Shape *in, const Arg *sizes, int d, Error *error)
{
    int lead = sizes->count - in->ndim;
    if (d < lead) {
        return error_set(error, "RuntimeError",
                         "The expanded size of the tensor (%lld) isn't allowed in a leading, "
                         "non-existing dimension %d",
                         (long long)sizes->ints[d], d);
    }
    return error_set(error, "RuntimeError",
                     "The expanded size of the tensor (%lld) must match the existing size (%lld) "
                     "at non-singleton dimension %d.  Target sizes: [%s].  Tensor sizes: %s",
                     (long long)sizes->ints[d], (long long)in->dim[d - lead], d,
                     call_size_list(error->arena, sizes), shape_list(error->arena, in));
}

static bool expand_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    const Arg *sizes = &call->arg[0];
    int lead = sizes->count - in->shape.ndim;
    if (lead < 0) {
        return error_set(error, "RuntimeError",
                         "expand(torch.%sTensor{%s}, size=[%s]): the number of sizes provided "
                         "(%d) must be greater or equal to the number of dimensions in the tensor "
                         "(%d)",
                         dtype_title(in->dtype), shape_list(error->arena, &in->shape),
                         call_size_list(error->arena, sizes), sizes->count, in->shape.ndim);
    }
    if (sizes->count > MAX_DIMS) return error_too_many_dims(error, sizes->count);
    infer_same_view(call);
    call->shape.ndim = sizes->count;
    for (int d = sizes->count - 1; d >= 0; d--) {
        int64_t own = d < lead ? 1 : in->shape.dim[d - lead];
        int64_t size = sizes->ints[d] == -1 && d >= lead ? own : sizes->ints[d];
        if (size < 0 || (size != own && own != 1))
            return cannot_expand(&in->shape, sizes, d, error);
        call->shape.dim[d] = size;
    }
    layout_expanded(in, &call->shape, call->stride);
    return true;
}

OP_ROW(expand, "input: Tensor, size: ints", "(..., 1, ...) -> (..., n, ...)",
       "the same cells, repeated along dimensions of size 1", IN_TENSOR, VIEW_ROW)
