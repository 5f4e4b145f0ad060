// The operations cat, which puts tensors one after the other along a dimension, and stack, which
// puts them side by side along a new one.
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/layout.h"

// PyTorch joins a tensor of shape (0,) with anything.
static bool is_nothing(const Tensor *tensor)
{
    return tensor->shape.ndim == 1 && tensor->shape.dim[0] == 0;
}

// The first input that counts.
static const Tensor *first_of(const OpCall *call)
{
    for (int i = 0; i < call->input_count; i++) {
        if (!is_nothing(call->input[i])) return call->input[i];
    }
    return call->input[0];
}

static int cat_dim(const OpCall *call, Error *error)
{
    int dim = -1;
    if (call->input_count && is_nothing(first_of(call))) return 0; // PyTorch skips them all
    return shape_wrap_dim(call_int(call, 0, 0), first_of(call)->shape.ndim, &dim, error) ? dim : -1;
}

static bool fits_beside(const Shape *first, const Tensor *tensor, int number, int dim, Error *error)
{
    const Shape *shape = &tensor->shape;
    if (shape->ndim != first->ndim) {
        return error_set(error, "RuntimeError",
                         "Tensors must have same number of dimensions: got %d and %d", first->ndim,
                         shape->ndim);
    }
    for (int d = 0; d < first->ndim; d++) {
        if (d == dim || shape->dim[d] == first->dim[d]) continue;
        error_set(error, "RuntimeError",
                  "Sizes of tensors must match except in dimension %d. Expected size %lld but got "
                  "size %lld for tensor number %d in the list.",
                  dim, (long long)first->dim[d], (long long)shape->dim[d], number);
        return error_hint(error, "the shapes are %s and %s", shape_tuple(error->arena, first),
                          shape_tuple(error->arena, shape));
    }
    return true;
}

static bool no_single_numbers(const OpCall *call, Error *error)
{
    for (int i = 0; i < call->input_count; i++) {
        if (call->input[i]->shape.ndim > 0) continue;
        error_set(error, "RuntimeError",
                  "zero-dimensional tensor (at position %d) cannot be concatenated", i);
        return error_hint(error, "torch.stack joins single numbers");
    }
    return true;
}

static bool cat_infer(OpCall *call, Error *error)
{
    if (call->input_count == 0) {
        return error_set(error, "RuntimeError",
                         "torch.cat(): expected a non-empty list of Tensors");
    }
    if (!no_single_numbers(call, error)) return false;
    int dim = cat_dim(call, error);
    if (dim < 0) return false;
    const Tensor *first = first_of(call);
    call->dtype = call_promoted(call);
    call->shape = first->shape;
    call->shape.dim[dim] = 0;
    for (int i = 0; i < call->input_count; i++) {
        const Tensor *tensor = call->input[i];
        if (is_nothing(tensor)) continue;
        if (!fits_beside(&first->shape, tensor, i, dim, error)) return false;
        if (tensor->shape.dim[dim] > INT64_MAX - call->shape.dim[dim])
            return error_set(error, "RuntimeError", "the joined tensors are too long");
        call->shape.dim[dim] += tensor->shape.dim[dim];
    }
    return true;
}

static void cat_forward(OpCall *call)
{
    Error none = {.set = true};
    int dim = cat_dim(call, &none);
    Tensor part = *call->output;
    for (int i = 0; i < call->input_count; i++) {
        const Tensor *in = call->input[i];
        if (tensor_count(in) == 0) continue;
        part.shape = in->shape;
        tensor_assign(&part, in);
        part.offset += in->shape.dim[dim] * part.stride[dim];
    }
}

static void cat_sources(const OpCall *call, Index at, Terms *terms)
{
    Error none = {.set = true};
    int dim = cat_dim(call, &none), i = 0;
    while (is_nothing(call->input[i]) || at.at[dim] >= call->input[i]->shape.dim[dim]) {
        if (!is_nothing(call->input[i])) at.at[dim] -= call->input[i]->shape.dim[dim];
        i++;
    }
    terms_moved(call, terms, i, at);
}

OP_ROW(cat, "tensors: Tensors, dim: int = 0", "(..., a, ...), (..., b, ...) -> (..., a + b, ...)",
       "the tensors joined end to end along the dimension", IN_TORCH,
       .aliases = "concat concatenate", .traits = OP_KNOWS_HALVES | OP_WRITES_ALL, .moves = true,
       .layout = layout_of_images, .forward = cat_forward, .sources = cat_sources,
       .value = value_converted)

// ---- stack -------------------------------------------------------------------------------------

static int stack_dim(const OpCall *call, Error *error)
{
    int dim = -1, ndim = call->input[0]->shape.ndim + 1;
    return shape_wrap_dim(call_int(call, 0, 0), ndim, &dim, error) ? dim : -1;
}

static bool all_equal(const OpCall *call, Error *error)
{
    const Shape *first = &call->input[0]->shape;
    for (int i = 1; i < call->input_count; i++) {
        const Shape *shape = &call->input[i]->shape;
        if (shape_equal(shape, first)) continue;
        return error_set(error, "RuntimeError",
                         "stack expects each tensor to be equal size, but got %s at entry 0 and "
                         "%s at entry %d",
                         shape_list(error->arena, first), shape_list(error->arena, shape), i);
    }
    return true;
}

static bool stack_infer(OpCall *call, Error *error)
{
    if (call->input_count == 0)
        return error_set(error, "RuntimeError", "stack expects a non-empty TensorList");
    const Shape *first = &call->input[0]->shape;
    int dim = stack_dim(call, error);
    if (dim < 0 || !all_equal(call, error)) return false;
    if (first->ndim == MAX_DIMS) return error_too_many_dims(error, MAX_DIMS + 1);
    call->dtype = call_promoted(call);
    call->shape = (Shape){.ndim = first->ndim + 1};
    for (int d = 0; d <= first->ndim; d++) {
        call->shape.dim[d] = d == dim ? call->input_count : first->dim[d > dim ? d - 1 : d];
    }
    return true;
}

static void stack_forward(OpCall *call)
{
    Error none = {.set = true};
    int dim = stack_dim(call, &none);
    Tensor part = *call->output;
    part.shape.dim[dim] = 1;
    if (tensor_count(call->output) == 0) return;
    for (int i = 0; i < call->input_count; i++) {
        Tensor in = part; // the input with the new dimension
        in.storage = call->input[i]->storage;
        in.dtype = call->input[i]->dtype;
        in.offset = call->input[i]->offset;
        for (int d = 0; d < part.shape.ndim; d++) {
            in.stride[d] = d == dim ? 0 : call->input[i]->stride[d > dim ? d - 1 : d];
        }
        tensor_assign(&part, &in);
        part.offset += part.stride[dim];
    }
}

static void stack_sources(const OpCall *call, Index at, Terms *terms)
{
    Error none = {.set = true};
    int dim = stack_dim(call, &none);
    Index from = {0};
    for (int d = 0; d < call->shape.ndim - 1; d++) from.at[d] = at.at[d >= dim ? d + 1 : d];
    terms_moved(call, terms, (int)at.at[dim], from);
}

// As PyTorch stacks: joined along the dimension, which is then seen as two.
static void stack_layout(const OpCall *call, int64_t *stride)
{
    Error none = {.set = true};
    int dim = stack_dim(call, &none), last = call->shape.ndim - 1;
    OpCall joined = *call;
    shape_strides(&call->shape, stride);
    if (dim == last || shape_count(&call->shape) == 0) return;
    joined.shape = call->input[0]->shape;
    int64_t size = joined.shape.dim[dim], of[MAX_DIMS] = {0};
    joined.shape.dim[dim] *= call->input_count;
    layout_of_images(&joined, of);
    for (int d = 0; d <= last; d++) stride[d] = d == dim ? size * of[d] : of[d > dim ? d - 1 : d];
}

OP_ROW(stack, "tensors: Tensors, dim: int = 0", "(...), (...) -> (2, ...)",
       "the tensors side by side along a new dimension", IN_TORCH,
       .traits = OP_KNOWS_HALVES | OP_WRITES_ALL, .moves = true, .layout = stack_layout,
       .forward = stack_forward, .sources = stack_sources, .value = value_converted)
