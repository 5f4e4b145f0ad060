// A matrix of a tensor: its last two dimensions at one place of all others. A vector is one row, a
// single number one cell.
#pragma once

#include "trace/explain.h"

// How an entry's output is shown in two dimensions. Vectors are one row; what has more than two
// dimensions is shown as the slice that `through` lies in.
typedef struct Matrix {
    int entry;
    const Tensor *tensor;
    int64_t rows, columns;
    int row_dim, column_dim;                   // dimensions of the tensor; -1: none
    Index base;                                // the slice: coordinates of all other dimensions
    int64_t offset, row_stride, column_stride; // in elements of the storage
} Matrix;

// How many slices a tensor has, each a matrix of its last two dimensions.
int64_t shape_slices(const Shape *shape);
// Which of them the cell lies in.
int64_t index_slice(const Shape *shape, Index at);
// Moves `at` to the same place of the slice that many further on; false: there is none.
bool index_move_slice(const Shape *shape, Index *at, int64_t by);

// Of a tensor, through the cell `through`; its rows and columns may be anything. The tensor is the
// entry's output, or what stands for it.
Matrix matrix_of(const Tensor *tensor, int entry, Index through);
// Of the entry's output.
Matrix matrix_through(const Trace *trace, int entry, Index through);

// Of a tensor of shape `shape`, what stands at the same place as the cell `at` of another one: the
// same cell where their shapes are the same, else the first one of the same batch and head.
Index index_alike(const Shape *shape, const Shape *other, Index at);

Index matrix_index(const Matrix *matrix, int64_t row, int64_t column);
double matrix_value(const Matrix *matrix, int64_t row, int64_t column);
// The row's numbers, `matrix->columns` of them, into `values`.
void matrix_row(const Matrix *matrix, int64_t row, double *values);
