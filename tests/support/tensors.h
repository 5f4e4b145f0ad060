// Tensors for tests: in all kinds of layouts, and compared.
#pragma once

#include "support/test.h"

#include "tensor/op.h"

#include <math.h>

// A tensor that is laid out in memory as ops.py and bits.py say.
static inline Tensor *lay_out(TensorHeap *heap, DType dtype, Shape shape, Str layout)
{
    Shape stored = shape;
    if (str_is(layout, "reversed")) {
        for (int d = 0; d < shape.ndim; d++) stored.dim[d] = shape.dim[shape.ndim - 1 - d];
    } else if (str_is(layout, "gaps")) {
        stored.dim[stored.ndim++] = 2;
    } else if (str_is(layout, "sliced")) {
        stored.dim[shape.ndim - 1] += 3;
    } else if (str_is(layout, "repeated")) {
        stored.dim[0] = 1;
    }
    Tensor *tensor = tensor_new(heap, dtype, stored, &(Error){0});
    assert_non_null(tensor);
    int64_t stride[MAX_DIMS];
    shape_strides(&stored, stride);
    for (int d = 0; d < shape.ndim; d++) {
        tensor->stride[d] = stride[str_is(layout, "reversed") ? shape.ndim - 1 - d : d];
    }
    if (str_is(layout, "gaps") || str_is(layout, "sliced")) tensor->offset = 1;
    if (str_is(layout, "repeated")) tensor->stride[0] = 0;
    tensor->shape = shape;
    return tensor;
}

// Within `tolerance` of each other, relative to large numbers, absolute for small ones.
static inline bool near(double a, double b, double tolerance)
{
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    if (a == b) return true;
    return fabs(a - b) <= tolerance * (1 + fabs(b));
}
