// What changed from one matrix to another, cell by cell.
#pragma once

#include "study/matrix.h"

typedef struct MatrixDifference {
    Tensor *tensor; // of the matrix' rows and columns: after - before
    int64_t changed, cells;
} MatrixDifference;

// Both have the same rows and columns. Where both cells are the same infinity or nan the difference
// is 0. In `heap`; false: it does not fit there.
bool matrix_difference(MatrixDifference *difference, const Matrix *before, const Matrix *after,
                       TensorHeap *heap, Error *error);
