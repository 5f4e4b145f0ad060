// A matrix of a tensor: its last two dimensions at one place of all others. A vector is one row, a
// single number one cell.
#pragma once

#include "trace/trace.h"

// How an entry's output is shown in two dimensions. Vectors are one row; what has more than two
// dimensions is shown as the slice that `through` lies in.
typedef struct Matrix {
    int entry;
    const Tensor *tensor;
    int64_t rows, columns;
    int row_dim, column_dim; // dimensions of the tensor; -1: none
    Index base;              // the slice: coordinates of the dimensions that are not shown
} Matrix;

// How many slices a tensor has, each a matrix of its last two dimensions.
int64_t shape_slices(const Shape *shape);
// Moves `at` to the same place of the slice that many further on; false: there is none.
bool index_move_slice(const Shape *shape, Index *at, int by);

// Of the entry's output, through the cell `through`.
Matrix matrix_through(const Trace *trace, int entry, Index through);
Index matrix_index(const Matrix *matrix, int64_t row, int64_t column);
