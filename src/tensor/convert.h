// Copying cells, from any strides and dtype to any other.
#pragma once

#include "tensor/tensor.h"

// Towards zero; what does not fit, and NaN, gives INT64_MIN, as PyTorch does on x86.
int64_t convert_to_int(double value);

// `n` cells of dtype `from`, each `from_stride` elements after the other, converted to `to`.
// A float becomes an integer towards zero; anything but 0 becomes True.
void convert_row(DType from, const void *source, int64_t from_stride, DType to, void *target,
                 int64_t to_stride, int64_t n);

// Writes the cells of `from`, broadcast to the shape of `to`, through the view `to`. The two must
// not overlap in memory, and the shapes must fit.
void tensor_assign(Tensor *to, const Tensor *from);

// The cells as floats side by side in row-major order: the tensor's own where they lie so, or else
// a copy in `scratch`.
const float *tensor_contiguous_floats(const Tensor *tensor, Arena *scratch);
const double *tensor_contiguous_doubles(const Tensor *tensor, Arena *scratch);
// The same as any dtype.
const void *tensor_contiguous_cells(const Tensor *tensor, DType as, Arena *scratch);
