// A difference is made of float64 numbers, so that none is lost of what float32 tensors hold.
#include "figure/difference.h"

#include "tensor/differ.h"

bool matrix_difference(MatrixDifference *difference, const Matrix *before, const Matrix *after,
                       TensorHeap *heap, Error *error)
{
    Shape shape = {.ndim = 2, .dim = {after->rows, after->columns}};
    *difference = (MatrixDifference){.cells = shape_count(&shape)};
    difference->tensor = tensor_new(heap, DTYPE_FLOAT64, shape, error);
    if (!difference->tensor) return false;
    double *cell = tensor_doubles(difference->tensor);
    for (int64_t row = 0; row < after->rows; row++) {
        for (int64_t column = 0; column < after->columns; column++, cell++) {
            double was = matrix_value(before, row, column), is = matrix_value(after, row, column);
            if (!tensor_numbers_differ(was, is)) continue;
            *cell = is - was;
            difference->changed++;
        }
    }
    return true;
}
