// Positions along one dimension, as index_select and index_add have them.
#pragma once

#include "tensor/call.h"
#include "tensor/indexing/pick.h"

// Argument 0 as a dimension; infer has checked it.
int index_dim(const OpCall *call);
// A single number has one cell along every dimension.
int64_t shape_size_along(const Shape *shape, int dim);

bool tensor_is_index(const Tensor *tensor); // int64 or int32
// Is `index` one of at most one dimension? The error is that of operation `name`.
bool tensor_is_vector(const Tensor *index, const char *name, Error *error);
// Is each position from `low` to size - 1? The first one that is not, to `*wrong`.
bool index_all_between(const Tensor *index, int64_t low, int64_t size, int64_t *wrong);

// The position that entry `i` of the index names, counted from 0.
int64_t index_position_at(const Tensor *index, int64_t i, int64_t size);
// One pick for each cell of `index`, along `dim` of `of`.
void picks_along(Picks *picks, const Tensor *of, int dim, const Tensor *index, Arena *scratch);
