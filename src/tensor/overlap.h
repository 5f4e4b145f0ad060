// Whether a tensor can be written in place, decided as PyTorch decides it.
#pragma once

#include "tensor/tensor.h"

// Error: two cells of `written` are one element of the storage, as in x.expand(…).
bool overlap_can_write(const Tensor *written, Error *error);

// May `read` be read while `written` is? Error: they share elements, but do not see them in the
// same way, so that what is read would depend on the order of writing. Found between tensors
// without gaps; others are let through.
bool overlap_can_read(const Tensor *written, const Tensor *read, Error *error);
// The same where cells are written out of order: to see all elements in the same way is no excuse.
bool overlap_is_apart(const Tensor *written, const Tensor *read, Error *error);
