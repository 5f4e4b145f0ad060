// Positions along one dimension, as index_select and gather have them.
#pragma once

#include "tensor/call.h"
#include "tensor/indexing/pick.h"

// A single number has one cell along every dimension.
int64_t shape_size_along(const Shape *shape, int dim);

bool tensor_is_index(const Tensor *tensor); // int64 or int32
// Is each position from `low` to size - 1? The first one that is not, to `*wrong`.
bool index_all_between(const Tensor *index, int64_t low, int64_t size, int64_t *wrong);
