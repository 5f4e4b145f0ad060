// Parts of a tensor as views: a slice along one dimension, one position of it, a diagonal, windows;
// and the dimensions in another order.
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/mistake.h"

#include <string.h>

static void copy_forward(OpCall *call)
{
    tensor_assign(call->output, call->input[0]);
}

// ---- select ------------------------------------------------------------------------------------

static bool select_at(const OpCall *call, int *dim, int64_t *at, Error *error)
{
    const Shape *in = &call->input[0]->shape;
    *at = call_int(call, 1, 0);
    if (in->ndim == 0) {
        return error_set(error, "IndexError", "select() cannot be applied to a 0-dim tensor.");
    }
    if (!shape_wrap_dim(call_int(call, 0, 0), in->ndim, dim, error)) return false;
    int64_t size = in->dim[*dim];
    if (*at < -size || *at >= size) {
        return error_set(error, "IndexError",
                         "select(): index %lld out of range for tensor of size %s at dimension %d",
                         (long long)*at, shape_list(error->arena, in), *dim);
    }
    if (*at < 0) *at += size;
    return true;
}

static bool select_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    int dim;
    int64_t at;
    if (!select_at(call, &dim, &at, error)) return false;
    infer_same_view(call);
    call->offset += at * in->stride[dim];
    call->shape.ndim--;
    for (int d = dim; d < call->shape.ndim; d++) {
        call->shape.dim[d] = in->shape.dim[d + 1];
        call->stride[d] = in->stride[d + 1];
    }
    return true;
}

static void select_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = 0;
    int64_t position = 0;
    Error none = {.set = true};
    select_at(call, &dim, &position, &none);
    Index from = {0};
    for (int d = 0; d < call->shape.ndim; d++) from.at[d < dim ? d : d + 1] = at.at[d];
    from.at[dim] = position;
    terms_moved(call, terms, 0, from);
}

const Op op_select = {
    .name = "select",
    .signature = "input: Tensor, dim: int, index: int",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the cells at one position of the dimension",
    .found = IN_TORCH | IN_TENSOR,
    .moves = true,
    .infer = select_infer,
    .forward = copy_forward,
    .sources = select_sources,
};

// ---- narrow ------------------------------------------------------------------------------------

static bool narrow_at(const OpCall *call, int *dim, int64_t *start, Error *error)
{
    const Shape *in = &call->input[0]->shape;
    int64_t length = call_int(call, 2, 0);
    *start = call_int(call, 1, 0);
    if (in->ndim == 0) {
        return error_set(error, "RuntimeError", "narrow() cannot be applied to a 0-dim tensor.");
    }
    if (!shape_wrap_dim(call_int(call, 0, 0), in->ndim, dim, error)) return false;
    int64_t size = in->dim[*dim];
    if (*start < -size || *start > size) {
        return error_set(
            error, "IndexError",
            "start out of range (expected to be in range of [%lld, %lld], but got %lld)",
            (long long)-size, (long long)size, (long long)*start);
    }
    if (*start < 0) *start += size;
    if (length < 0)
        return error_set(error, "RuntimeError", "narrow(): length must be non-negative.");
    if (*start <= size - length) return true;
    return error_set(error, "RuntimeError",
                     "start (%lld) + length (%lld) exceeds dimension size (%lld).",
                     (long long)*start, (long long)length, (long long)size);
}

static bool narrow_infer(OpCall *call, Error *error)
{
    int dim;
    int64_t start;
    if (!narrow_at(call, &dim, &start, error)) return false;
    infer_same_view(call);
    call->offset += start * call->stride[dim];
    call->shape.dim[dim] = call_int(call, 2, 0);
    return true;
}

static void narrow_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = 0;
    int64_t start = 0;
    Error none = {.set = true};
    narrow_at(call, &dim, &start, &none);
    at.at[dim] += start;
    terms_moved(call, terms, 0, at);
}

const Op op_narrow = {
    .name = "narrow",
    .signature = "input: Tensor, dim: int, start: int, length: int",
    .shape = "(..., n, ...) -> (..., length, ...)",
    .doc = "the cells of the dimension from one position on",
    .found = IN_TORCH | IN_TENSOR,
    .moves = true,
    .infer = narrow_infer,
    .forward = copy_forward,
    .sources = narrow_sources,
};

// ---- diagonal ----------------------------------------------------------------------------------

static bool diagonal_dims(const OpCall *call, int *a, int *b, Error *error)
{
    int ndim = call->input[0]->shape.ndim;
    if (!shape_wrap_dim(call_int(call, 1, 0), ndim, a, error) ||
        !shape_wrap_dim(call_int(call, 2, 1), ndim, b, error))
        return false;
    if (*a != *b) return true;
    return error_set(error, "RuntimeError", "diagonal dimensions cannot be identical %lld, %lld",
                     (long long)call_int(call, 1, 0), (long long)call_int(call, 2, 1));
}

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
    int a, b;
    if (!diagonal_dims(call, &a, &b, error)) return false;
    infer_same_view(call);
    int64_t offset = call_int(call, 0, 0);
    int64_t length = diagonal_length(in->shape.dim[a], in->shape.dim[b], offset);
    if (length > 0) call->offset += offset >= 0 ? offset * in->stride[b] : -offset * in->stride[a];
    call->shape.ndim = 0;
    for (int d = 0; d < in->shape.ndim; d++) {
        if (d == a || d == b) continue;
        call->stride[call->shape.ndim] = in->stride[d];
        call->shape.dim[call->shape.ndim++] = in->shape.dim[d];
    }
    call->stride[call->shape.ndim] = in->stride[a] + in->stride[b];
    call->shape.dim[call->shape.ndim++] = length;
    return true;
}

static void diagonal_sources(const OpCall *call, Index at, Terms *terms)
{
    int a = 0, b = 1, from = 0;
    Error none = {.set = true};
    Index cell = {0};
    diagonal_dims(call, &a, &b, &none);
    for (int d = 0; d < call->input[0]->shape.ndim; d++) {
        if (d != a && d != b) cell.at[d] = at.at[from++];
    }
    int64_t offset = call_int(call, 0, 0), along = at.at[call->shape.ndim - 1];
    cell.at[a] = along + (offset < 0 ? -offset : 0);
    cell.at[b] = along + (offset > 0 ? offset : 0);
    terms_moved(call, terms, 0, cell);
}

const Op op_diagonal = {
    .name = "diagonal",
    .signature = "input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1",
    .shape = "(..., m, n) -> (..., min(m, n))",
    .doc = "the cells whose two positions are equal",
    .found = IN_TORCH | IN_TENSOR,
    .moves = true,
    .infer = diagonal_infer,
    .forward = copy_forward,
    .sources = diagonal_sources,
};

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

static void unfold_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = 0, last = call->shape.ndim - 1;
    Error none = {.set = true};
    Index from = at;
    shape_wrap_dim(call_int(call, 0, 0), last, &dim, &none);
    from.at[last] = 0;
    if (last) from.at[dim] = at.at[dim] * call_int(call, 2, 1) + at.at[last];
    terms_moved(call, terms, 0, from);
}

const Op op_unfold = {
    .name = "unfold",
    .signature = "input: Tensor, dimension: int, size: int, step: int",
    .shape = "(..., n, ...) -> (..., windows, ..., size)",
    .doc = "the cells of each window along the dimension",
    .found = IN_TENSOR,
    .moves = true,
    .infer = unfold_infer,
    .forward = copy_forward,
    .sources = unfold_sources,
};

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

static void as_strided_sources(const OpCall *call, Index at, Terms *terms)
{
    const Tensor *in = call->input[0];
    int64_t position = call_has(call, 2) ? call_int(call, 2, 0) - in->offset : 0;
    for (int d = 0; d < call->shape.ndim; d++) position += at.at[d] * call->arg[1].ints[d];
    terms_moved(call, terms, 0, index_unravel(&in->shape, position));
}

const Op op_as_strided = {
    .name = "as_strided",
    .signature = "input: Tensor, size: ints, stride: ints, storage_offset: int? = None",
    .shape = "(...) -> (size)",
    .doc = "the cells so many places apart in memory",
    .found = IN_TORCH | IN_TENSOR,
    .moves = true,
    .infer = as_strided_infer,
    .forward = copy_forward,
    .sources = as_strided_sources,
};

// ---- movedim -----------------------------------------------------------------------------------

static const char *dims_text(Arena *arena, const Arg *dims)
{
    Buf buf = {.arena = arena};
    for (int i = 0; i < dims->count; i++) {
        buf_printf(&buf, i ? ", %lld" : "%lld", (long long)dims->ints[i]);
    }
    return buf_text(&buf);
}

static bool dims_exist(const OpCall *call, int arg, Error *error)
{
    const Arg *given = &call->arg[arg];
    int dim;
    for (int i = 0; i < given->count; i++) {
        if (!shape_wrap_dim(given->ints[i], call->input[0]->shape.ndim, &dim, error)) return false;
    }
    return true;
}

static bool read_dims(const OpCall *call, int arg, const char *what, int *dim, Error *error)
{
    const Arg *given = &call->arg[arg];
    bool seen[MAX_DIMS] = {false};
    for (int i = 0; i < given->count; i++) {
        int wrapped;
        if (!shape_wrap_dim(given->ints[i], call->input[0]->shape.ndim, &wrapped, error))
            return false;
        if (seen[wrapped]) {
            return error_set(error, "RuntimeError", "movedim: repeated dim in `%s` ([%s])", what,
                             dims_text(error->arena, given));
        }
        seen[wrapped] = true;
        dim[i] = wrapped;
    }
    return true;
}

// The input's dimension for each dimension of the result.
static bool moved_dims(const OpCall *call, int *from, Error *error)
{
    const Arg *source = &call->arg[0], *destination = &call->arg[1];
    int ndim = call->input[0]->shape.ndim, moved[MAX_DIMS], place[MAX_DIMS];
    bool taken[MAX_DIMS] = {false};
    if (source->count != destination->count) {
        return error_set(error, "RuntimeError",
                         "movedim: Invalid source or destination dims: source ([%s] dims) should "
                         "contain the same number of dims as destination ([%s] dims)",
                         dims_text(error->arena, source), dims_text(error->arena, destination));
    }
    if (!dims_exist(call, 0, error) || !dims_exist(call, 1, error) ||
        !read_dims(call, 0, "source", moved, error) ||
        !read_dims(call, 1, "destination", place, error))
        return false;
    for (int d = 0; d < ndim; d++) from[d] = -1;
    for (int i = 0; i < source->count; i++) {
        from[place[i]] = moved[i];
        taken[moved[i]] = true;
    }
    for (int d = 0, next = 0; d < ndim; d++) {
        if (from[d] >= 0) continue;
        while (taken[next]) next++;
        from[d] = next++;
    }
    return true;
}

static bool movedim_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    int from[MAX_DIMS];
    if (!moved_dims(call, from, error)) return false;
    infer_same_view(call);
    for (int d = 0; d < in->shape.ndim; d++) {
        call->shape.dim[d] = in->shape.dim[from[d]];
        call->stride[d] = in->stride[from[d]];
    }
    return true;
}

static void movedim_sources(const OpCall *call, Index at, Terms *terms)
{
    int from[MAX_DIMS] = {0};
    Error none = {.set = true};
    Index cell = {0};
    moved_dims(call, from, &none);
    for (int d = 0; d < call->shape.ndim; d++) cell.at[from[d]] = at.at[d];
    terms_moved(call, terms, 0, cell);
}

const Op op_movedim = {
    .name = "movedim",
    .aliases = "moveaxis",
    .signature = "input: Tensor, source: ints, destination: ints",
    .shape = "(a, b, ...) -> the same sizes in another order",
    .doc = "the same cells with some dimensions in other places",
    .found = IN_TORCH | IN_TENSOR,
    .moves = true,
    .infer = movedim_infer,
    .forward = copy_forward,
    .sources = movedim_sources,
    .mistakes = mistakes_transposition,
};
