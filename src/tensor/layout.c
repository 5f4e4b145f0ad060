// Chooses the strides of a result as PyTorch does: the dimension with the smallest stride in the
// inputs gets the smallest one in the result. After aten/src/ATen/TensorIterator.cpp:
// reorder_dimensions, compatible_stride, and fast_set_up where all inputs have the same strides.
#include "tensor/layout.h"

#include "tensor/dtype.h"

#include <string.h>

static int64_t input_stride(const Tensor *tensor, const Shape *shape, int d)
{
    int own = d - (shape->ndim - tensor->shape.ndim);
    bool repeated = own < 0 || (tensor->shape.dim[own] == 1 && shape->dim[d] != 1);
    return repeated ? 0 : tensor->stride[own];
}

// Does dimension `a` come before `b`, seen from the one whose cells lie closest? 0: either.
static int dimension_order(const Shape *shape, Tensor *const *tensor, int count, int a, int b)
{
    for (int k = 0; k < count; k++) {
        int64_t one = input_stride(tensor[k], shape, a), other = input_stride(tensor[k], shape, b);
        if (one == 0 || other == 0) continue;
        if (one != other) return one < other ? -1 : 1;
        if (shape->dim[a] > shape->dim[b]) return 1;
    }
    return 0;
}

void layout_order(const Shape *shape, Tensor *const *tensor, int count, int *order)
{
    int ndim = shape->ndim;
    for (int i = 0; i < ndim; i++) order[i] = ndim - 1 - i;
    for (int i = 1; i < ndim; i++) {
        int at = i;
        for (int before = i - 1; before >= 0; before--) {
            int compared = dimension_order(shape, tensor, count, order[before], order[at]);
            if (compared < 0) break;
            if (compared == 0) continue;
            int moved = order[before];
            order[before] = order[at];
            order[at] = moved;
            at = before;
        }
    }
}

// The strides of cells that follow one another when the dimensions are walked in that order.
static void strides_in_order(const Shape *shape, const int *order, int64_t *stride)
{
    bool reversed = true;
    for (int i = 0; i < shape->ndim; i++) reversed &= order[i] == shape->ndim - 1 - i;
    if (reversed) {
        shape_strides(shape, stride);
        return;
    }
    int64_t step = 1;
    for (int i = 0; i < shape->ndim; i++) {
        stride[order[i]] = step;
        step =
            (int64_t)((uint64_t)step * (uint64_t)shape->dim[order[i]]); // of no cells: any number
    }
}

// The dimensions from the channels, dimension 1 of four (or, of volumes, of five), on outwards.
static void channels_first_order(int ndim, int *order)
{
    order[0] = 1;
    for (int i = 1; i < ndim - 1; i++) order[i] = ndim - i;
    order[ndim - 1] = 0;
}

// Images whose channels lie closest: strides that PyTorch has a name for.
static void channels_last(const Shape *shape, int64_t *stride)
{
    int order[MAX_DIMS];
    channels_first_order(shape->ndim, order);
    strides_in_order(shape, order, stride);
}

// c10/core/MemoryFormat.h, is_channels_last_strides: also with gaps.
// Would PyTorch say that the cells of this tensor are images with their channels last?
static bool layout_suggests_channels_last(const Tensor *tensor)
{
    int ndim = tensor->shape.ndim, order[MAX_DIMS];
    int64_t least = 0;
    if (ndim < 4 || ndim > 5 || tensor->stride[1] == 0) return false;
    channels_first_order(ndim, order);
    for (int i = 0; i < ndim; i++) {
        int d = order[i];
        int64_t size = tensor->shape.dim[d], stride = tensor->stride[d];
        if (size == 0 || stride < least || (d == 0 && least == tensor->stride[1])) return false;
        least = size > 1 ? (int64_t)((uint64_t)stride * (uint64_t)size) : stride;
    }
    return true;
}

static bool has_channels_last(const Tensor *tensor)
{
    int64_t stride[MAX_DIMS];
    if (tensor->shape.ndim != 4) return false;
    channels_last(&tensor->shape, stride);
    for (int d = 0; d < 4; d++) {
        if (tensor->shape.dim[d] != 1 && tensor->stride[d] != stride[d]) return false;
    }
    return true;
}

static bool same_strides(const Tensor *a, const Tensor *b)
{
    return memcmp(a->stride, b->stride, (size_t)a->shape.ndim * sizeof *a->stride) == 0;
}

// All of one shape and in reading order, with channels last, or without gaps and with equal
// strides.
static bool lie_alike(const Shape *shape, Tensor *const *input, int count, int64_t *stride)
{
    bool in_order = true, last = true, equal = true;
    for (int k = 0; k < count; k++) {
        if (!shape_equal(&input[k]->shape, shape)) return false;
        in_order &= tensor_is_contiguous(input[k]);
        last &= has_channels_last(input[k]);
        equal &= tensor_is_dense(input[k]) && same_strides(input[k], input[0]);
    }
    if (in_order)
        shape_strides(shape, stride);
    else if (last)
        channels_last(shape, stride);
    else if (equal)
        memcpy(stride, input[0]->stride, sizeof input[0]->stride);
    return in_order || last || equal;
}

void layout_of(const Shape *shape, Tensor *const *input, int count, int64_t *stride)
{
    int order[MAX_DIMS];
    if (lie_alike(shape, input, count, stride)) return;
    layout_order(shape, input, count, order);
    strides_in_order(shape, order, stride);
}

void layout_like(const Tensor *of, int64_t *stride)
{
    int order[MAX_DIMS];
    if (tensor_is_dense(of)) {
        memmove(stride, of->stride, sizeof of->stride);
        return;
    }
    Tensor like = *of, *const only = &like;
    layout_order(&of->shape, &only, 1, order);
    strides_in_order(&of->shape, order, stride);
}

// computeStride (aten/src/ATen/TensorUtils.cpp): dimensions that lie one behind the other in memory
// form runs, and the new sizes must divide these runs exactly.
bool layout_viewed(const Tensor *of, const Shape *shape, int64_t *stride)
{
    if (tensor_count(of) == 0) {
        shape_strides(shape, stride);
        if (shape_equal(shape, &of->shape)) memcpy(stride, of->stride, sizeof of->stride);
        return true;
    }
    int64_t base = of->shape.ndim ? of->stride[of->shape.ndim - 1] : 1;
    int64_t run = 1, taken = 1; // cells in the input's run, and in the new dimensions inside it
    int d = shape->ndim - 1;
    for (int s = of->shape.ndim - 1; s >= 0; s--) {
        run *= of->shape.dim[s];
        bool goes_on = s > 0 && (of->shape.dim[s - 1] == 1 || of->stride[s - 1] == run * base);
        if (goes_on) continue;
        for (; d >= 0 && (taken < run || shape->dim[d] == 1); d--) {
            stride[d] = taken * base;
            taken *= shape->dim[d];
        }
        if (taken != run) return false;
        if (s > 0) base = of->stride[s - 1];
        run = taken = 1;
    }
    for (; d >= 0; d--) stride[d] = base; // sizes of 1 before a single number
    return true;
}

void layout_repeated(const Shape *own, const int64_t *stride, const Shape *shape, int64_t *over)
{
    int lead = shape->ndim - own->ndim;
    for (int d = 0; d < shape->ndim; d++)
        over[d] = d < lead || own->dim[d - lead] == 1 ? 0 : stride[d - lead];
}

Tensor layout_dims(const Tensor *of, const bool chosen[MAX_DIMS], bool wanted)
{
    Tensor view = *of;
    view.shape.ndim = 0;
    for (int d = 0; d < of->shape.ndim; d++) {
        if (chosen[d] != wanted) continue;
        view.stride[view.shape.ndim] = of->stride[d];
        view.shape.dim[view.shape.ndim++] = of->shape.dim[d];
    }
    return view;
}

void layout_expanded(const Tensor *of, const Shape *shape, int64_t *stride)
{
    int lead = shape->ndim - of->shape.ndim;
    for (int d = shape->ndim - 1; d >= 0; d--) {
        int64_t own = d < lead ? 1 : of->shape.dim[d - lead];
        if (own != shape->dim[d] || (d < lead && of->shape.ndim == 0))
            stride[d] = 0;
        else if (d >= lead)
            stride[d] = of->stride[d - lead];
        else // the step over the whole dimension behind it; of no cells: any number
            stride[d] = (int64_t)((uint64_t)shape->dim[d + 1] * (uint64_t)stride[d + 1]);
    }
}

void layout_together(const OpCall *call, int64_t *stride)
{
    layout_of(&call->shape, call->input, call->input_count, stride);
}

void layout_of_tensors(const OpCall *call, int64_t *stride)
{
    int count = 0;
    Tensor **tensor = NEW_ARRAY(call->arena, Tensor *, call->input_count);
    for (int i = 0; i < call->input_count; i++) {
        if (!call->input[i]->is_number) tensor[count++] = call->input[i];
    }
    layout_of(&call->shape, tensor, count, stride);
}

void layout_then_number(const OpCall *call, int64_t *stride)
{
    Tensor once = {.shape = call->shape}, number = {0}, *const both[] = {&once, &number};
    layout_of_tensors(call, once.stride);
    layout_of(&call->shape, both, 2, stride);
}

void layout_of_floats_twice(const OpCall *call, int64_t *stride)
{
    Tensor once = *call->input[0];
    if (!dtype_is_float(once.dtype)) {
        layout_like(&once, stride);
        return;
    }
    layout_together(call, stride);
    memcpy(once.stride, stride, sizeof once.stride);
    once.shape = call->shape;
    Tensor *const only = &once;
    layout_of(&call->shape, &only, 1, stride);
}

void layout_like_first(const OpCall *call, int64_t *stride)
{
    layout_like(call->input[0], stride);
}

void layout_of_images(const OpCall *call, int64_t *stride)
{
    bool last = call->input_count > 0;
    for (int i = 0; i < call->input_count; i++) {
        if (!call->input[i]->is_number) last &= layout_suggests_channels_last(call->input[i]);
    }
    if (last)
        channels_last(&call->shape, stride);
    else
        shape_strides(&call->shape, stride);
}
