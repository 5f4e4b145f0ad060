// The one place that knows which dimensions of a tensor are rows and columns.
#include "study/matrix.h"

Matrix matrix_through(const Trace *trace, int entry, Index through)
{
    const Tensor *tensor = trace->entries[entry].call.output;
    int n = tensor->shape.ndim;
    Matrix matrix = {.entry = entry,
                     .tensor = tensor,
                     .rows = n >= 2 ? tensor->shape.dim[n - 2] : 1,
                     .columns = n >= 1 ? tensor->shape.dim[n - 1] : 1,
                     .row_dim = n >= 2 ? n - 2 : -1,
                     .column_dim = n >= 1 ? n - 1 : -1};
    for (int d = 0; d < n - 2; d++) {
        bool inside = through.at[d] >= 0 && through.at[d] < tensor->shape.dim[d];
        matrix.base.at[d] = inside ? through.at[d] : 0;
    }
    return matrix;
}

Index matrix_index(const Matrix *matrix, int64_t row, int64_t column)
{
    Index at = matrix->base;
    if (matrix->row_dim >= 0) at.at[matrix->row_dim] = row;
    if (matrix->column_dim >= 0) at.at[matrix->column_dim] = column;
    return at;
}

int64_t shape_slices(const Shape *shape)
{
    int64_t count = 1;
    for (int d = 0; d < shape->ndim - 2; d++) count *= shape->dim[d];
    return count;
}

bool index_move_slice(const Shape *shape, Index *at, int by)
{
    int64_t slice = 0;
    for (int d = 0; d < shape->ndim - 2; d++) slice = slice * shape->dim[d] + at->at[d];
    slice += by;
    if (slice < 0 || slice >= shape_slices(shape)) return false;
    for (int d = shape->ndim - 3; d >= 0; d--) {
        at->at[d] = slice % shape->dim[d];
        slice /= shape->dim[d];
    }
    return true;
}
