// Operations that only move numbers: other shapes, other orders, copies.
//
// Where PyTorch gives a view, so does this. `sources` goes by positions in the shapes, not by
// strides, so it holds for views and copies alike.
#include "tensor/call.h"
#include "tensor/convert.h"

#include <string.h>

// ---- order of dimensions -----------------------------------------------------------------------

// A view whose dimension d is the input's dimension from[d].
static bool reorder(OpCall *call, const int *from)
{
    infer_same_view(call);
    const Tensor *input = call->input[0];
    for (int d = 0; d < input->shape.ndim; d++) {
        call->shape.dim[d] = input->shape.dim[from[d]];
        call->stride[d] = input->stride[from[d]];
    }
    return true;
}

static bool swap(OpCall *call, int a, int b)
{
    int from[MAX_DIMS] = {0, 1, 2, 3, 4, 5, 6, 7};
    from[a] = b;
    from[b] = a;
    return reorder(call, from);
}

static bool wrap_two(const OpCall *call, int *a, int *b, Error *error)
{
    int ndim = call->input[0]->shape.ndim;
    return shape_wrap_dim(call_int(call, 0, 0), ndim, a, error) &&
           shape_wrap_dim(call_int(call, 1, 0), ndim, b, error);
}

static bool transpose_infer(OpCall *call, Error *error)
{
    int a, b;
    return wrap_two(call, &a, &b, error) && swap(call, a, b);
}

OP_ROW(transpose, "input: Tensor, dim0: int, dim1: int",
       "(..., m, ..., n, ...) -> (..., n, ..., m, ...)",
       "the same cells with two dimensions swapped", IN_TORCH | IN_TENSOR,
       .aliases = "swapaxes swapdims", VIEW_ROW)

static bool t_infer(OpCall *call, Error *error)
{
    int ndim = call->input[0]->shape.ndim;
    if (ndim > 2) {
        return error_set(error, "RuntimeError",
                         "t() expects a tensor with <= 2 dimensions, but self is %dD", ndim);
    }
    return ndim == 2 ? swap(call, 0, 1) : infer_same_view(call);
}

OP_ROW(t, "input: Tensor", "(m, n) -> (n, m)", "the same cells, with rows as columns",
       IN_TORCH | IN_TENSOR, VIEW_ROW)

static bool T_infer(OpCall *call, Error *error UNUSED)
{
    int from[MAX_DIMS], ndim = call->input[0]->shape.ndim;
    for (int d = 0; d < ndim; d++) from[d] = ndim - 1 - d;
    return reorder(call, from);
}

OP_ROW(T, "input: Tensor", "(m, n) -> (n, m)", "the same cells, with rows as columns", IN_PROPERTY,
       VIEW_ROW)

static bool mT_infer(OpCall *call, Error *error)
{
    int ndim = call->input[0]->shape.ndim;
    if (ndim == 0) return infer_same_view(call);
    if (ndim == 1) {
        return error_set(error, "RuntimeError",
                         "tensor.mT is only supported on matrices or batches of matrices. Got "
                         "%d-D tensor.",
                         ndim);
    }
    return swap(call, ndim - 2, ndim - 1);
}

OP_ROW(mT, "input: Tensor", "(..., m, n) -> (..., n, m)",
       "the same cells, with rows as columns in each matrix", IN_PROPERTY, VIEW_ROW)

// The input's dimension for each dimension of the result.
static bool permuted_dims(const OpCall *call, int *from, Error *error)
{
    const Arg *dims = &call->arg[0];
    int ndim = call->input[0]->shape.ndim;
    if (dims->count != ndim) {
        return error_set(error, "RuntimeError",
                         "permute(sparse_coo): number of dimensions in the tensor input does not "
                         "match the length of the desired ordering of dimensions i.e. input.dim() "
                         "= %d is not equal to len(dims) = %d",
                         ndim, dims->count);
    }
    bool seen[MAX_DIMS] = {false};
    for (int d = 0; d < ndim; d++) {
        if (!shape_wrap_dim(dims->ints[d], ndim, &from[d], error)) return false;
        if (seen[from[d]])
            return error_set(error, "RuntimeError", "permute(): duplicate dims are not allowed.");
        seen[from[d]] = true;
    }
    return true;
}

static bool permute_infer(OpCall *call, Error *error)
{
    int from[MAX_DIMS];
    return permuted_dims(call, from, error) && reorder(call, from);
}

OP_ROW(permute, "input: Tensor, dims: ints", "(a, b, ...) -> the same sizes in the order given",
       "the same cells with the dimensions in another order", IN_TORCH | IN_TENSOR, VIEW_ROW)

// ---- copies ------------------------------------------------------------------------------------

static bool contiguous_infer(OpCall *call, Error *error UNUSED)
{
    infer_same_view(call);
    call->is_view = call->is_same = tensor_is_contiguous(call->input[0]);
    return true;
}

OP_ROW(contiguous, "input: Tensor", "(...) -> (...)", "the same cells, side by side in memory",
       IN_TENSOR, .effort = {7}, .traits = OP_KNOWS_HALVES | OP_WRITES_ALL, .moves = true,
       .forward = forward_viewed, .sources = sources_same_cell)

// Other formats are for images on other hardware.
static bool is_format(const char *format, Error *error)
{
    bool known = strcmp(format, "torch.contiguous_format") == 0 ||
                 strcmp(format, "torch.preserve_format") == 0;
    return known ||
           error_set(error, "NotImplementedError",
                     "memory_format=%s is outside the part of PyTorch that qkv runs", format);
}

static void clone_layout(const OpCall *call, int64_t *stride)
{
    if (strcmp(call_str(call, 0, ""), "torch.contiguous_format") == 0)
        shape_strides(&call->shape, stride);
    else
        layout_like_first(call, stride);
}

static bool clone_infer(OpCall *call, Error *error)
{
    if (!is_format(call_str(call, 0, "torch.preserve_format"), error)) return false;
    infer_same_view(call);
    call->is_view = false;
    return true;
}

OP_ROW(clone, "input: Tensor, memory_format: str? = None", "(...) -> (...)", "a copy of the cells",
       IN_TORCH | IN_TENSOR, .traits = OP_KNOWS_HALVES | OP_WRITES_ALL, .moves = true,
       .layout = clone_layout, .forward = forward_viewed, .sources = sources_same_cell)

static bool detach_infer(OpCall *call, Error *error UNUSED)
{
    return infer_same_view(call);
}

OP_ROW(detach, "input: Tensor", "(...) -> (...)", "the same cells, without a gradient",
       IN_TORCH | IN_TENSOR, .moves = true, .traits = OP_DETACHES, .forward = forward_viewed,
       .sources = sources_same_cell)
