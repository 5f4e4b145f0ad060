// A matrix of a tensor: its last two dimensions at one place of all others. A vector is one row, a
// single number one cell.
#pragma once

#include "trace/explain/explain.h"

// How an entry's output is shown in two dimensions. Vectors are one row; what has more than two
// dimensions is shown as the slice that `through` is in.
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
// Which of them the cell is in.
int64_t index_slice(const Shape *shape, Index at);
// Moves `at` to the same place of the slice that many further on; false: there is none.
bool index_move_slice(const Shape *shape, Index *at, int64_t by);

// Of a tensor, through the cell `through`; its rows and columns may be anything. The tensor is the
// entry's output, or what takes its place.
Matrix matrix_of(const Tensor *tensor, int entry, Index through);
// With these axes as its rows and columns; -1: there is one.
Matrix matrix_along(const Tensor *tensor, int entry, Index through, int row_dim, int column_dim);
// Of the entry's output.
Matrix matrix_through(const Trace *trace, int entry, Index through);
// The same as they are shown: transposed where the trace is read in columns
// (trace/names/convention.h), and then a vector is one column.
Matrix matrix_shown_of(const Trace *trace, const Tensor *tensor, int entry, Index through);
Matrix matrix_shown(const Trace *trace, int entry, Index through);
// The slice of the same tensor, shown alike, that `at` is in.
Matrix matrix_slice(const Matrix *matrix, Index at);
// The shape of its tensor, as it is shown.
Shape matrix_shape(const Matrix *matrix);
// Is it shown transposed? Then its columns are what the program has as rows.
bool matrix_is_turned(const Matrix *matrix);
// As the program has it.
Matrix matrix_as_made(const Matrix *matrix);
// Where the cell is in it.
int64_t matrix_row_of(const Matrix *matrix, Index at);
int64_t matrix_column_of(const Matrix *matrix, Index at);

// Of a tensor of shape `shape`, what is at the same place as the cell `at` of another one: the
// same cell where their shapes are the same, else the first one of the same batch and head.
Index index_alike(const Shape *shape, const Shape *other, Index at);

Index matrix_index(const Matrix *matrix, int64_t row, int64_t column);
// Is the cell of its tensor one of its cells?
bool matrix_has(const Matrix *matrix, Index at);
double matrix_value(const Matrix *matrix, int64_t row, int64_t column);
// Is each cell the same as the one beyond the diagonal? One that is nan is as any.
bool matrix_is_symmetric(const Matrix *matrix);
// The row's numbers, `matrix->columns` of them, into `values`.
void matrix_row(const Matrix *matrix, int64_t row, double *values);
