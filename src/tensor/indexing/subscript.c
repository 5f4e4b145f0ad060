// Subscripts: x[...] as a view, and writing to x[...] as an operation on the whole tensor.
//
// Subscripts are first resolved into axes: one for each dimension of the tensor and each new one,
// saying which positions it takes. View, inverse and sources all follow from these.
#include "tensor/indexing/subscript.h"

#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/overlap.h"

#include <string.h>

enum { MAX_AXES = 2 * MAX_DIMS };

typedef struct IndexedAxis {
    int from;            // dimension of the tensor, or -1: a new one
    bool kept;           // is it a dimension of the selection?
    int64_t start, step; // positions start, start + step, …
    int64_t count;
} IndexedAxis;

typedef struct IndexedAxes {
    IndexedAxis axis[MAX_AXES];
    int count;
} IndexedAxes;

// ---- resolving ---------------------------------------------------------------------------------

static int dimensions_used(const Subscript *subscripts, int count)
{
    int used = 0;
    for (int i = 0; i < count; i++) {
        used += subscripts[i].kind == SUBSCRIPT_INT || subscripts[i].kind == SUBSCRIPT_SLICE;
    }
    return used;
}

static void take_whole(IndexedAxes *axes, const Shape *shape, int dim)
{
    axes->axis[axes->count++] = (IndexedAxis){dim, true, 0, 1, shape->dim[dim]};
}

static int64_t clamp_position(int64_t position, int64_t size)
{
    if (position < 0) position += size;
    if (position < 0) return 0;
    return position < size ? position : size;
}

static bool take_slice(IndexedAxes *axes, const Shape *shape, int dim, const Subscript *s,
                       Error *error)
{
    if (s->step == 0) return error_set(error, "ValueError", "slice step cannot be zero");
    if (s->step < 0) {
        error_set(error, "ValueError", "step must be greater than zero");
        return error_hint(error, "PyTorch has no negative steps; torch.flip turns the order");
    }
    int64_t size = shape->dim[dim];
    int64_t start = s->has_start ? clamp_position(s->start, size) : 0;
    int64_t stop = s->has_stop ? clamp_position(s->stop, size) : size;
    int64_t length = stop > start ? (stop - start - 1) / s->step + 1 : 0;
    axes->axis[axes->count++] = (IndexedAxis){dim, true, start, s->step, length};
    return true;
}

static bool take_int(IndexedAxes *axes, const Shape *shape, int dim, const Subscript *s,
                     Error *error)
{
    int64_t size = shape->dim[dim];
    if (s->start < -size || s->start >= size) {
        return error_set(error, "IndexError",
                         "index %lld is out of bounds for dimension %d with size %lld",
                         (long long)s->start, dim, (long long)size);
    }
    int64_t at = s->start < 0 ? s->start + size : s->start;
    axes->axis[axes->count++] = (IndexedAxis){dim, false, at, 1, 1};
    return true;
}

static bool take_new(IndexedAxes *axes, int *made, Error *error)
{
    if (++*made > MAX_DIMS) return error_too_many_dims(error, *made);
    axes->axis[axes->count++] = (IndexedAxis){-1, true, 0, 1, 1};
    return true;
}

static bool too_many(const Shape *shape, const Subscript *subscripts, int count, Error *error)
{
    if (shape->ndim > 0 || count > 1) {
        return error_set(error, "IndexError", "too many indices for tensor of dimension %d",
                         shape->ndim);
    }
    if (subscripts[0].kind == SUBSCRIPT_SLICE)
        return error_set(error, "IndexError", "slice() cannot be applied to a 0-dim tensor.");
    return error_set(error, "IndexError",
                     "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
                     "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number");
}

static bool resolve(const Shape *shape, const Subscript *subscripts, int count, IndexedAxes *axes,
                    Error *error)
{
    int left = shape->ndim - dimensions_used(subscripts, count); // for ..., or after the last
    int dim = 0, made = 0;
    *axes = (IndexedAxes){0};
    if (left < 0) return too_many(shape, subscripts, count, error);
    for (int i = 0; i < count; i++) {
        const Subscript *s = &subscripts[i];
        if (s->kind == SUBSCRIPT_ELLIPSIS) {
            for (; left > 0; left--) take_whole(axes, shape, dim++);
        } else if (s->kind == SUBSCRIPT_NEW_AXIS) {
            if (!take_new(axes, &made, error)) return false;
        } else if (s->kind == SUBSCRIPT_SLICE) {
            if (!take_slice(axes, shape, dim++, s, error)) return false;
        } else if (!take_int(axes, shape, dim++, s, error)) {
            return false;
        }
    }
    while (dim < shape->ndim) take_whole(axes, shape, dim++);
    return true;
}

// Of a tensor without cells, sizes and strides may be beyond all multiplying, and do not matter.
static int64_t times(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

// As a new dimension of size 1 in front of dimension `next` has it.
static int64_t new_stride(const Tensor *of, int next)
{
    return next < of->shape.ndim ? times(of->shape.dim[next], of->stride[next]) : 1;
}

bool subscript_view(const Tensor *of, const Subscript *subscripts, int count, Shape *shape,
                    int64_t *stride, int64_t *offset, Error *error)
{
    IndexedAxes axes;
    if (!resolve(&of->shape, subscripts, count, &axes, error)) return false;
    *shape = (Shape){0};
    *offset = of->offset;
    for (int i = 0, next = 0; i < axes.count; i++) {
        const IndexedAxis *axis = &axes.axis[i];
        int64_t step = axis->from < 0 ? new_stride(of, next) : of->stride[next++];
        *offset = (int64_t)((uint64_t)*offset + (uint64_t)times(axis->start, step));
        if (!axis->kept) continue;
        if (shape->ndim == MAX_DIMS) return error_too_many_dims(error, MAX_DIMS + 1);
        stride[shape->ndim] = times(axis->step, step);
        shape->dim[shape->ndim++] = axis->count;
    }
    return true;
}

static void resolve_again(const Shape *shape, const Subscript *subscripts, int count,
                          IndexedAxes *axes)
{
    Error none = {.set = true};
    resolve(shape, subscripts, count, axes, &none);
}

bool subscript_selects(const Shape *of, const Subscript *subscripts, int count, Index at,
                       Index *cell)
{
    IndexedAxes axes;
    resolve_again(of, subscripts, count, &axes);
    *cell = (Index){0};
    int d = 0;
    for (int i = 0; i < axes.count; i++) {
        const IndexedAxis *axis = &axes.axis[i];
        int64_t beyond = axis->from < 0 ? 0 : at.at[axis->from] - axis->start;
        if (beyond < 0 || beyond % axis->step || beyond / axis->step >= axis->count) return false;
        if (axis->kept) cell->at[d++] = beyond / axis->step;
    }
    return true;
}

Index subscript_cell(const Shape *of, const Subscript *subscripts, int count, Index at)
{
    IndexedAxes axes;
    resolve_again(of, subscripts, count, &axes);
    Index cell = {0};
    int d = 0;
    for (int i = 0; i < axes.count; i++) {
        const IndexedAxis *axis = &axes.axis[i];
        int64_t position = axis->kept ? at.at[d++] : 0;
        if (axis->from >= 0) cell.at[axis->from] = axis->start + position * axis->step;
    }
    return cell;
}

// ---- the operations ----------------------------------------------------------------------------

static bool getitem_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    infer_same_view(call);
    return subscript_view(in, call->arg[0].subscripts, call->arg[0].count, &call->shape,
                          call->stride, &call->offset, error);
}

OP_ROW(getitem, "input: Tensor, index: subscripts", "(...) -> the selected part",
       "the selected cells", 0, .effort = {20}, .traits = OP_KNOWS_HALVES, VIEW_ROW)

// PyTorch drops leading sizes of 1 of the value before it is expanded to the selection.
static Shape without_leading_ones(const Shape *shape)
{
    Shape rest = {0};
    int first = 0;
    while (first < shape->ndim && shape->dim[first] == 1) first++;
    for (int d = first; d < shape->ndim; d++) rest.dim[rest.ndim++] = shape->dim[d];
    return rest;
}

// The value as it is broadcast: without its leading sizes of 1.
static Tensor value_of(const OpCall *call)
{
    Tensor value = *call->input[1];
    value.shape = without_leading_ones(&call->input[1]->shape);
    int dropped = call->input[1]->shape.ndim - value.shape.ndim;
    for (int d = 0; d < value.shape.ndim; d++) {
        value.stride[d] = call->input[1]->stride[d + dropped];
    }
    return value;
}

// As PyTorch reads the value: in the shape of the part.
static Tensor value_in(const OpCall *call, const Shape *part)
{
    Tensor value = value_of(call), seen = value;
    seen.shape = *part;
    if (shape_equal(part, &call->input[1]->shape)) return *call->input[1];
    layout_expanded(&value, part, seen.stride);
    return seen;
}

static bool setitem_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    const Arg *arg = &call->arg[0];
    Shape selection;
    int64_t stride[MAX_DIMS], offset;
    if (!subscript_view(in, arg->subscripts, arg->count, &selection, stride, &offset, error))
        return false;
    Tensor value = {.dtype = in->dtype, .shape = without_leading_ones(&call->input[1]->shape)};
    if (!shape_expands(&value, &selection, error)) {
        return error_hint(error, "the selected part has shape %s, the value %s",
                          shape_tuple(error->arena, &selection),
                          shape_tuple(error->arena, &call->input[1]->shape));
    }
    call->shape = in->shape;
    call->dtype = in->dtype;
    Tensor part = *in;
    part.shape = selection;
    memcpy(part.stride, stride, sizeof stride);
    part.offset = offset;
    Tensor read = value_in(call, &part.shape);
    bool fills = call->input[1]->shape.ndim == 0 && selection.ndim > 0; // with what it is now
    return dtype_fits_number(call->input[1], in->dtype, error) && overlap_can_write(in, error) &&
           (fills || overlap_can_read(&part, &read, error));
}

static void setitem_forward(OpCall *call)
{
    const Arg *arg = &call->arg[0];
    tensor_assign(call->output, call->input[0]);
    Tensor part = *call->output, value = value_of(call);
    Error none = {.set = true}; // infer has checked the subscripts
    subscript_view(call->output, arg->subscripts, arg->count, &part.shape, part.stride,
                   &part.offset, &none);
    tensor_assign(&part, &value);
}

static void setitem_sources(const OpCall *call, Index at, Terms *terms)
{
    const Arg *arg = &call->arg[0];
    const Shape *shape = &call->input[0]->shape;
    Index cell, from = {0};
    if (!subscript_selects(shape, arg->subscripts, arg->count, at, &cell)) {
        terms_moved(call, terms, 0, at);
        return;
    }
    Shape selection = {0};
    IndexedAxes axes;
    resolve_again(shape, arg->subscripts, arg->count, &axes);
    for (int i = 0; i < axes.count; i++) {
        if (axes.axis[i].kept) selection.dim[selection.ndim++] = axes.axis[i].count;
    }
    Tensor value = value_of(call);
    Index inner = index_broadcast(&value.shape, &selection, cell);
    int dropped = call->input[1]->shape.ndim - value.shape.ndim;
    for (int d = 0; d < value.shape.ndim; d++) from.at[d + dropped] = inner.at[d];
    terms_moved(call, terms, 1, from);
}

// Only the selected cells are written.
static void setitem_cost(const OpCall *call, Cost *cost)
{
    const Arg *arg = &call->arg[0];
    Shape selection;
    int64_t stride[MAX_DIMS], offset;
    Error none = {.set = true};
    subscript_view(call->input[0], arg->subscripts, arg->count, &selection, stride, &offset, &none);
    cost->count[COST_BYTES] = 0;
    cost_add(cost, COST_BYTES, shape_count(&selection), (int64_t)dtype_bytes(call->dtype));
}

OP_ROW(setitem, "input: Tensor, value: Number, index: subscripts",
       "(...), the selected part -> (...)", "the tensor with new values in the selected cells", 0,
       .moves = true, .traits = OP_KNOWS_HALVES, .forward = setitem_forward,
       .sources = setitem_sources, .value = value_converted, .cost = setitem_cost)
