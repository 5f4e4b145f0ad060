// The operations repeat and flip: copies in which the cells are repeated or reversed along a
// dimension.
#include "tensor/call.h"
#include "tensor/convert.h"

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
    bool flipped[MAX_DIMS];
    infer_same_view(call);
    call->is_view = false;
    if (!shape_name_dims(dims->ints, dims->count, in->shape.ndim, flipped, error)) return false;
    for (int d = 0; d < in->shape.ndim; d++) {
        if (!flipped[d]) continue;
        call->offset += (in->shape.dim[d] - 1) * in->stride[d];
        call->stride[d] = -in->stride[d];
    }
    return true;
}

OP_ROW(flip, "input: Tensor, dims: ints", "(...) -> (...)",
       "the cells in the opposite order along the dimensions", IN_TORCH | IN_TENSOR,
       .traits = OP_KNOWS_HALVES, .layout = layout_like_first, VIEW_ROW)
