// Parts of a tensor as views: a slice along one dimension, one position of it, a diagonal, windows.
#include "tensor/call.h"

// ---- select ------------------------------------------------------------------------------------

static bool select_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    int64_t at = call_int(call, 1, 0);
    int dim;
    if (in->shape.ndim == 0) {
        return error_set(error, "IndexError", "select() cannot be applied to a 0-dim tensor.");
    }
    if (!shape_wrap_dim(call_int(call, 0, 0), in->shape.ndim, &dim, error)) return false;
    int64_t size = in->shape.dim[dim];
    if (at < -size || at >= size) {
        return error_set(error, "IndexError",
                         "select(): index %lld out of range for tensor of size %s at dimension %d",
                         (long long)at, shape_list(error->arena, &in->shape), dim);
    }
    bool dropped[MAX_DIMS] = {false};
    dropped[dim] = true;
    infer_view_without(call, dropped);
    call->offset += (at < 0 ? at + size : at) * in->stride[dim];
    return true;
}

OP_ROW(select, "input: Tensor, dim: int, index: int", "(..., n, ...) -> (..., ...)",
       "the cells at one position of the dimension", IN_TORCH | IN_TENSOR, VIEW_ROW)

// ---- narrow ------------------------------------------------------------------------------------

static bool narrow_infer(OpCall *call, Error *error)
{
    const Shape *in = &call->input[0]->shape;
    int64_t start = call_int(call, 1, 0), length = call_int(call, 2, 0);
    int dim;
    if (in->ndim == 0) {
        return error_set(error, "RuntimeError", "narrow() cannot be applied to a 0-dim tensor.");
    }
    if (!shape_wrap_dim(call_int(call, 0, 0), in->ndim, &dim, error)) return false;
    int64_t size = in->dim[dim];
    if (start < -size || start > size) {
        return error_set(
            error, "IndexError",
            "start out of range (expected to be in range of [%lld, %lld], but got %lld)",
            (long long)-size, (long long)size, (long long)start);
    }
    if (start < 0) start += size;
    if (length < 0)
        return error_set(error, "RuntimeError", "narrow(): length must be non-negative.");
    if (start > size - length) {
        return error_set(error, "RuntimeError",
                         "start (%lld) + length (%lld) exceeds dimension size (%lld).",
                         (long long)start, (long long)length, (long long)size);
    }
    infer_same_view(call);
    call->offset += start * call->stride[dim];
    call->shape.dim[dim] = length;
    return true;
}

OP_ROW(narrow, "input: Tensor, dim: int, start: int, length: int",
       "(..., n, ...) -> (..., length, ...)", "the cells of the dimension from one position on",
       IN_TORCH | IN_TENSOR, VIEW_ROW)

// ---- diagonal ----------------------------------------------------------------------------------

static int64_t length_of(int64_t rows, int64_t columns)
{
    int64_t length = rows < columns ? rows : columns;
    return length > 0 ? length : 0;
}

// Cells of the diagonal `offset` places above the main one.
static int64_t diagonal_length(int64_t rows, int64_t columns, int64_t offset)
{
    if (offset >= 0) return offset > columns ? 0 : length_of(rows, columns - offset);
    return offset < -rows ? 0 : length_of(rows + offset, columns);
}

static bool diagonal_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    int64_t dim1 = call_int(call, 1, 0), dim2 = call_int(call, 2, 1);
    int a, b;
    if (!shape_wrap_dim(dim1, in->shape.ndim, &a, error) ||
        !shape_wrap_dim(dim2, in->shape.ndim, &b, error))
        return false;
    if (a == b) {
        return error_set(error, "RuntimeError",
                         "diagonal dimensions cannot be identical %lld, %lld", (long long)dim1,
                         (long long)dim2);
    }
    bool dropped[MAX_DIMS] = {false};
    dropped[a] = dropped[b] = true;
    infer_view_without(call, dropped);
    int64_t offset = call_int(call, 0, 0);
    int64_t length = diagonal_length(in->shape.dim[a], in->shape.dim[b], offset);
    if (length > 0) call->offset += offset >= 0 ? offset * in->stride[b] : -offset * in->stride[a];
    call->stride[call->shape.ndim] = in->stride[a] + in->stride[b];
    call->shape.dim[call->shape.ndim++] = length;
    return true;
}

OP_ROW(diagonal, "input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1",
       "(..., m, n) -> (..., min(m, n))", "the cells whose two positions are equal",
       IN_TORCH | IN_TENSOR, VIEW_ROW)

// ---- unfold ------------------------------------------------------------------------------------

static bool unfold_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    int64_t size = call_int(call, 1, 0), step = call_int(call, 2, 0);
    int dim, last = in->shape.ndim;
    if (!shape_wrap_dim(call_int(call, 0, 0), in->shape.ndim, &dim, error)) return false;
    if (last == MAX_DIMS) return error_too_many_dims(error, MAX_DIMS + 1);
    int64_t most = last ? in->shape.dim[dim] : 1;
    if (size < 0)
        return error_set(error, "RuntimeError", "size is %lld but must be >= 0", (long long)size);
    if (size > most) {
        return error_set(error, "RuntimeError",
                         "maximum size for tensor at dimension %d is %lld but size is %lld", dim,
                         (long long)most, (long long)size);
    }
    if (step <= 0)
        return error_set(error, "RuntimeError", "step is %lld but must be > 0", (long long)step);
    infer_same_view(call);
    call->shape.ndim = last + 1;
    call->shape.dim[last] = size;
    call->stride[last] = last ? in->stride[dim] : 1;
    if (last == 0) return true;
    call->shape.dim[dim] = (most - size) / step + 1;
    call->stride[dim] = (int64_t)((uint64_t)step * (uint64_t)in->stride[dim]); // maybe of one only
    return true;
}

OP_ROW(unfold, "input: Tensor, dimension: int, size: int, step: int",
       "(..., n, ...) -> (..., windows, ..., size)", "the cells of each window along the dimension",
       IN_TENSOR, VIEW_ROW)

// ---- as_strided --------------------------------------------------------------------------------

static bool inside_storage(const OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    int64_t last = call->offset, reach;
    for (int d = 0; d < call->shape.ndim; d++) {
        bool far = __builtin_mul_overflow(call->stride[d], call->shape.dim[d] - 1, &reach) ||
                   __builtin_add_overflow(last, reach, &last);
        if (far) last = INT64_MAX;
    }
    bool inside = call->offset >= in->offset && last < in->offset + tensor_count(in);
    if (inside && tensor_is_contiguous(in)) return true;
    error_set(error, "NotImplementedError",
              "as_strided() of cells outside of the tensor, or of one that is not contiguous, is "
              "outside the part of PyTorch that qkv runs");
    return error_hint(error, ".contiguous(), and only as far as its cells go");
}

static bool as_strided_infer(OpCall *call, Error *error)
{
    const Arg *size = &call->arg[0], *stride = &call->arg[1];
    if (size->count != stride->count) {
        return error_set(error, "RuntimeError", "mismatch in length of strides and shape");
    }
    if (size->count > MAX_DIMS) return error_too_many_dims(error, size->count);
    infer_same_view(call);
    call->offset = call_int(call, 2, call->offset);
    call->shape.ndim = size->count;
    for (int d = 0; d < size->count; d++) {
        if (stride->ints[d] < 0) {
            return error_set(error, "RuntimeError",
                             "as_strided: Negative strides are not supported at the moment");
        }
        if (size->ints[d] < 0) {
            return error_set(error, "RuntimeError",
                             "Trying to create tensor with negative dimension %lld",
                             (long long)size->ints[d]);
        }
        call->shape.dim[d] = size->ints[d];
        call->stride[d] = stride->ints[d];
    }
    return shape_count(&call->shape) == 0 || inside_storage(call, error);
}

OP_ROW(as_strided, "input: Tensor, size: ints, stride: ints, storage_offset: int? = None",
       "(...) -> (size)", "the cells so many places apart in memory", IN_TORCH | IN_TENSOR,
       VIEW_ROW)
