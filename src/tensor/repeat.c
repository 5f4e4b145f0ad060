// Copies in another arrangement: repeated, turned around, rolled, padded, as a diagonal.
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/pick.h"

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
    if (times->count > MAX_DIMS) return too_many_dims(error, times->count);
    call->shape = (Shape){.ndim = times->count};
    call->dtype = call->input[0]->dtype;
    for (int d = 0; d < times->count; d++) {
        int64_t own = d < lead ? 1 : in->dim[d - lead];
        if (times->ints[d] < 0) {
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

const Op op_repeat = {
    .name = "repeat",
    .signature = "input: Tensor, repeats: ints",
    .shape = "(a, b) -> (a * repeats[0], b * repeats[1])",
    .doc = "the whole tensor, repeated along each dimension",
    .found = IN_TENSOR,
    .moves = true,
    .infer = repeat_infer,
    .forward = repeat_forward,
    .sources = repeat_sources,
};

// ---- flip --------------------------------------------------------------------------------------

static bool flipped_dims(const OpCall *call, bool flipped[MAX_DIMS], Error *error)
{
    const Arg *dims = &call->arg[0];
    for (int d = 0; d < MAX_DIMS; d++) flipped[d] = false;
    for (int i = 0; i < dims->count; i++) {
        int dim;
        if (!wrap_dim(dims->ints[i], call->input[0]->shape.ndim, &dim, error)) return false;
        if (flipped[dim]) {
            return error_set(error, "RuntimeError",
                             "dim %d appears multiple times in the list of dims", dim);
        }
        flipped[dim] = true;
    }
    return true;
}

static bool flip_infer(OpCall *call, Error *error)
{
    bool flipped[MAX_DIMS];
    call->shape = call->input[0]->shape;
    call->dtype = call->input[0]->dtype;
    return flipped_dims(call, flipped, error);
}

static void flip_forward(OpCall *call)
{
    bool flipped[MAX_DIMS];
    Error none = {.set = true};
    Tensor from = *call->input[0];
    flipped_dims(call, flipped, &none);
    for (int d = 0; d < from.shape.ndim; d++) {
        if (!flipped[d]) continue;
        from.offset += (from.shape.dim[d] - 1) * from.stride[d];
        from.stride[d] = -from.stride[d];
    }
    if (tensor_count(&from)) tensor_assign(call->output, &from);
}

static void flip_sources(const OpCall *call, Index at, Terms *terms)
{
    bool flipped[MAX_DIMS];
    Error none = {.set = true};
    flipped_dims(call, flipped, &none);
    for (int d = 0; d < call->shape.ndim; d++) {
        if (flipped[d]) at.at[d] = call->shape.dim[d] - 1 - at.at[d];
    }
    terms_moved(call, terms, 0, at);
}

const Op op_flip = {
    .name = "flip",
    .signature = "input: Tensor, dims: ints",
    .shape = "(...) -> (...)",
    .doc = "the cells in the opposite order along the dimensions",
    .found = IN_TORCH | IN_TENSOR,
    .moves = true,
    .infer = flip_infer,
    .forward = flip_forward,
    .sources = flip_sources,
};

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
        if (!wrap_dim(dims->ints[i], in->ndim, &dim, error)) return false;
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
    return rolls_flat(call) || rolled_by(call, by, error);
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
    Arena scratch = {0};
    int64_t count = tensor_count(call->output), by = flat_shift(call, count);
    size_t cell = dtype_bytes(call->dtype);
    unsigned char *to = tensor_data(call->output), *kept;
    tensor_assign(call->output, call->input[0]);
    kept = arena_array(&scratch, (size_t)count, cell);
    memcpy(kept, to, (size_t)count * cell);
    memcpy(to + (size_t)by * cell, kept, (size_t)(count - by) * cell);
    memcpy(to, kept + (size_t)(count - by) * cell, (size_t)by * cell);
    arena_free(&scratch);
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

const Op op_roll = {
    .name = "roll",
    .signature = "input: Tensor, shifts: ints, dims: ints? = None",
    .shape = "(...) -> (...)",
    .doc = "the cells moved on along the dimensions, those at the end to the front",
    .found = IN_TORCH | IN_TENSOR,
    .moves = true,
    .infer = roll_infer,
    .forward = roll_forward,
    .sources = roll_sources,
};

// ---- constant_pad_nd ---------------------------------------------------------------------------

// Cells added in front of and behind dimension `d`.
static void padding_of(const OpCall *call, int d, int64_t *front, int64_t *behind)
{
    const Arg *pad = &call->arg[0];
    int pair = call->shape.ndim - 1 - d;
    *front = 2 * pair < pad->count ? pad->ints[2 * pair] : 0;
    *behind = 2 * pair < pad->count ? pad->ints[2 * pair + 1] : 0;
}

static bool pad_length_fits(const OpCall *call, Error *error)
{
    int count = call->arg[0].count, ndim = call->input[0]->shape.ndim;
    if (count % 2) {
        return error_set(error, "RuntimeError",
                         "Length of pad must be even but instead it equals %d", count);
    }
    if (count <= 2 * ndim) return true;
    return error_set(error, "RuntimeError",
                     "Length of pad should be no more than twice the number of dimensions of the "
                     "input. Pad length is %dwhile the input has %ddimensions.",
                     count, ndim);
}

static bool pad_infer(OpCall *call, Error *error)
{
    const Shape *in = &call->input[0]->shape;
    if (!pad_length_fits(call, error)) return false;
    call->shape = *in;
    call->dtype = call->input[0]->dtype;
    for (int d = 0; d < in->ndim; d++) {
        int64_t front, behind, size;
        padding_of(call, d, &front, &behind);
        if (__builtin_add_overflow(in->dim[d], front, &size) ||
            __builtin_add_overflow(size, behind, &size))
            return too_large(error);
        call->shape.dim[d] = size;
        if (size >= 0) continue;
        return error_set(
            error, "RuntimeError",
            "The input size %lld, plus negative padding %lld and %lld, resulted in a "
            "negative output size, which is invalid. Check dimension %d of your input.",
            (long long)in->dim[d], (long long)front, (long long)behind, d);
    }
    return call->input_count < 2 || number_fits(call->input[1], call->dtype, error);
}

static void pad_forward(OpCall *call)
{
    Tensor from = *call->input[0], to = *call->output;
    if (call->input_count > 1) tensor_assign(call->output, call->input[1]);
    for (int d = 0; d < call->shape.ndim; d++) {
        int64_t front, behind;
        padding_of(call, d, &front, &behind);
        int64_t first = front < 0 ? -front : 0;
        int64_t end = from.shape.dim[d] + (behind < 0 ? behind : 0);
        from.offset += first * from.stride[d];
        to.offset += (front > 0 ? front : 0) * to.stride[d];
        from.shape.dim[d] = to.shape.dim[d] = end > first ? end - first : 0;
    }
    if (tensor_count(&to)) tensor_assign(&to, &from);
}

static void pad_sources(const OpCall *call, Index at, Terms *terms)
{
    const Shape *in = &call->input[0]->shape;
    bool inside = true;
    for (int d = 0; d < call->shape.ndim; d++) {
        int64_t front, behind;
        padding_of(call, d, &front, &behind);
        at.at[d] -= front;
        inside = inside && at.at[d] >= 0 && at.at[d] < in->dim[d];
    }
    if (inside)
        terms_moved(call, terms, 0, at);
    else if (call->input_count > 1)
        terms_moved(call, terms, 1, (Index){0});
}

const Op op_constant_pad_nd = {
    .name = "constant_pad_nd",
    .signature = "input: Tensor, pad: ints, value: Number = 0",
    .shape = "(..., n) -> (..., pad[0] + n + pad[1])",
    .doc = "the cell, or the value where the tensor was made larger",
    .found = IN_TORCH,
    .infer = pad_infer,
    .forward = pad_forward,
    .sources = pad_sources,
    .value = value_converted,
};

// ---- diag_embed --------------------------------------------------------------------------------

static bool embedded_dims(const OpCall *call, int *a, int *b, Error *error)
{
    int ndim = call->input[0]->shape.ndim + 1;
    if (!wrap_dim(call_int(call, 1, -2), ndim, a, error) ||
        !wrap_dim(call_int(call, 2, -1), ndim, b, error))
        return false;
    if (*a != *b) return true;
    return error_set(error, "RuntimeError", "diagonal dimensions cannot be identical %lld, %lld",
                     (long long)call_int(call, 1, -2), (long long)call_int(call, 2, -1));
}

static bool diag_embed_infer(OpCall *call, Error *error)
{
    const Shape *in = &call->input[0]->shape;
    int64_t offset = call_int(call, 0, 0), size;
    int a, b, d_in = 0;
    if (in->ndim == 0) {
        return error_set(error, "IndexError",
                         "Dimension out of range (expected to be in range of [-1, 0], but got -2)");
    }
    if (!embedded_dims(call, &a, &b, error)) return false;
    if (in->ndim == MAX_DIMS) return too_many_dims(error, MAX_DIMS + 1);
    if (offset == INT64_MIN ||
        __builtin_add_overflow(in->dim[in->ndim - 1], offset < 0 ? -offset : offset, &size))
        return too_large(error);
    call->dtype = call->input[0]->dtype;
    call->shape = (Shape){.ndim = in->ndim + 1};
    for (int d = 0; d <= in->ndim; d++) {
        call->shape.dim[d] = d == a || d == b ? size : in->dim[d_in++];
    }
    return true;
}

static void diag_embed_forward(OpCall *call)
{
    int a = 0, b = 1;
    Error none = {.set = true};
    Tensor diagonal = *call->output;
    int64_t offset = call_int(call, 0, 0);
    embedded_dims(call, &a, &b, &none);
    diagonal.offset += offset < 0 ? -offset * diagonal.stride[a] : offset * diagonal.stride[b];
    diagonal.shape = call->input[0]->shape;
    int last = diagonal.shape.ndim - 1, at = 0;
    for (int d = 0; d <= last + 1; d++) {
        if (d != a && d != b) diagonal.stride[at++] = call->output->stride[d];
    }
    diagonal.stride[last] = call->output->stride[a] + call->output->stride[b];
    if (tensor_count(&diagonal)) tensor_assign(&diagonal, call->input[0]);
}

static void diag_embed_sources(const OpCall *call, Index at, Terms *terms)
{
    int a = 0, b = 1, d_in = 0;
    Error none = {.set = true};
    Index from = {0};
    int64_t offset = call_int(call, 0, 0);
    embedded_dims(call, &a, &b, &none);
    if (at.at[b] - at.at[a] != offset) return;
    for (int d = 0; d < call->shape.ndim; d++) {
        if (d != a && d != b) from.at[d_in++] = at.at[d];
    }
    from.at[d_in] = offset < 0 ? at.at[b] : at.at[a];
    terms_moved(call, terms, 0, from);
}

const Op op_diag_embed = {
    .name = "diag_embed",
    .signature = "input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1",
    .shape = "(..., n) -> (..., n, n)",
    .doc = "the cells on a diagonal, 0 elsewhere",
    .found = IN_TORCH | IN_TENSOR,
    .infer = diag_embed_infer,
    .forward = diag_embed_forward,
    .sources = diag_embed_sources,
};
