// What x[2, 1:3, None, ...] selects.
#pragma once

#include "tensor/op_call.h"

// The geometry of the view that `count` subscripts select from `of`: shape and stride for each of
// its dimensions, offset in elements of the storage. Errors are PyTorch's: IndexError for an
// integer out of range or too many subscripts, ValueError for a step below 1.
bool subscript_view(const Tensor *of, const Subscript *subscripts, int count, Shape *shape,
                    int64_t *stride, int64_t *offset, Error *error);

// Which cell of the selection cell `at` of `of` is; false when it is not selected.
// The subscripts must be right (subscript_view has accepted them).
bool subscript_selects(const Shape *of, const Subscript *subscripts, int count, Index at,
                       Index *cell);

// Which cell of `of` cell `at` of the selection is. The same condition.
Index subscript_cell(const Shape *of, const Subscript *subscripts, int count, Index at);
