// Tensors made of given numbers: torch.zeros, torch.arange, …
//
// The language calls these and records the result with trace_constant() under the row of the same
// name (op_find(name, 0)); those rows have no sources and are never run.
#pragma once

#include "tensor/op_call.h"

// Sizes as a user gives them. Errors: a negative size, more than MAX_DIMS sizes.
bool create_shape(const int64_t *sizes, int count, Shape *shape, Error *error);

// Every cell is the only cell of `value`. For zeros there is tensor_new().
Tensor *create_full(TensorHeap *heap, DType dtype, Shape shape, const Tensor *value, Error *error);

// From start to before end; of a float dtype, or of int64. Errors: a step of 0 or of the wrong
// sign.
Tensor *create_arange(TensorHeap *heap, DType dtype, double start, double end, double step,
                      Error *error);
Tensor *create_arange_ints(TensorHeap *heap, int64_t start, int64_t end, int64_t step,
                           Error *error);

// `steps` numbers from start to end, both included; of a float dtype.
Tensor *create_linspace(TensorHeap *heap, DType dtype, double start, double end, int64_t steps,
                        Error *error);

// 1 on the diagonal, 0 elsewhere.
Tensor *create_eye(TensorHeap *heap, DType dtype, int64_t rows, int64_t columns, Error *error);
