// constant_pad_nd: a constant around the input.
#include "tensor/call.h"
#include "tensor/convert.h"

// Cells added in front of and behind a dimension.
typedef struct Padding {
    int64_t front, behind;
} Padding;

static Padding padding_of(const OpCall *call, int d)
{
    const Arg *pad = &call->arg[0];
    int pair = 2 * (call->shape.ndim - 1 - d);
    return pair < pad->count ? (Padding){pad->ints[pair], pad->ints[pair + 1]} : (Padding){0, 0};
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

// Front and behind are taken away one after the other.
static bool takes_too_many(const OpCall *call, Error *error)
{
    for (int d = 0; d < call->shape.ndim; d++) {
        int64_t size = call->input[0]->shape.dim[d];
        Padding pad = padding_of(call, d);
        if (pad.front < 0) size += pad.front;
        if (pad.behind < 0 && size >= 0) size += pad.behind;
        if (size >= 0) continue;
        error_set(error, "RuntimeError", "narrow(): length must be non-negative.");
        error_hint(error, "dimension %d has %lld", d, (long long)call->input[0]->shape.dim[d]);
        return true;
    }
    return false;
}

static bool only_takes_away(const OpCall *call)
{
    const Arg *pad = &call->arg[0];
    for (int i = 0; i < pad->count; i++) {
        if (pad->ints[i] > 0) return false;
    }
    return true;
}

// A dimension that is padded comes out with at least one cell.
static bool all_have_cells(const OpCall *call, Error *error)
{
    int ndim = call->shape.ndim;
    if (takes_too_many(call, error)) return false;
    if (only_takes_away(call)) return true;
    for (int d = ndim - call->arg[0].count / 2; d < ndim; d++) {
        Padding pad = padding_of(call, d);
        if (call->shape.dim[d] > 0) continue;
        return error_set(
            error, "RuntimeError",
            "The input size %lld, plus negative padding %lld and %lld resulted in a negative "
            "output size, which is invalid. Check dimension %d of your input.",
            (long long)call->input[0]->shape.dim[d], (long long)pad.front, (long long)pad.behind,
            d);
    }
    return true;
}

static bool pad_infer(OpCall *call, Error *error)
{
    const Shape *in = &call->input[0]->shape;
    if (!pad_length_fits(call, error)) return false;
    call->shape = *in;
    call->dtype = call->input[0]->dtype;
    for (int d = 0; d < in->ndim; d++) {
        Padding pad = padding_of(call, d);
        int64_t *size = &call->shape.dim[d];
        if (__builtin_add_overflow(*size, pad.front, size) ||
            __builtin_add_overflow(*size, pad.behind, size))
            return error_set(error, "RuntimeError", "the resulting tensor is too large");
    }
    if (!all_have_cells(call, error)) return false;
    return call->input_count < 2 || dtype_fits_number(call->input[1], call->dtype, error);
}

// Where nothing is added, a copy of the part that is left.
static void pad_layout(const OpCall *call, int64_t *stride)
{
    Tensor part = *call->input[0];
    layout_of_images(call, stride);
    if (!only_takes_away(call)) return;
    part.shape = call->shape;
    layout_like(&part, stride);
}

static void pad_forward(OpCall *call)
{
    Tensor from = *call->input[0], to = *call->output;
    if (call->input_count > 1) tensor_assign(call->output, call->input[1]);
    for (int d = 0; d < call->shape.ndim; d++) {
        Padding pad = padding_of(call, d);
        int64_t first = pad.front < 0 ? -pad.front : 0;
        int64_t end = from.shape.dim[d] + (pad.behind < 0 ? pad.behind : 0);
        from.offset += first * from.stride[d];
        to.offset += (pad.front > 0 ? pad.front : 0) * to.stride[d];
        from.shape.dim[d] = to.shape.dim[d] = end > first ? end - first : 0;
    }
    if (tensor_count(&to)) tensor_assign(&to, &from);
}

static void pad_sources(const OpCall *call, Index at, Terms *terms)
{
    const Shape *in = &call->input[0]->shape;
    bool inside = true;
    for (int d = 0; d < call->shape.ndim; d++) {
        at.at[d] -= padding_of(call, d).front;
        inside = inside && at.at[d] >= 0 && at.at[d] < in->dim[d];
    }
    if (inside)
        terms_moved(call, terms, 0, at);
    else if (call->input_count > 1)
        terms_moved(call, terms, 1, (Index){0});
}

OP(constant_pad_nd, "input: Tensor, pad: ints, value: Number = 0",
   "(..., n) -> (..., pad[0] + n + pad[1])",
   "the cell, or the value where the tensor was made larger", IN_TORCH, .infer = pad_infer,
   .layout = pad_layout, .forward = pad_forward, .sources = pad_sources, .value = value_converted)
