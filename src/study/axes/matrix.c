// The one place that knows which dimensions of a tensor are rows and columns.
#include "study/axes/matrix.h"

#include "tensor/convert.h"

#include <math.h>

Matrix matrix_along(const Tensor *tensor, int entry, Index through, int row_dim, int column_dim)
{
    const Shape *shape = &tensor->shape;
    Matrix matrix = {.entry = entry,
                     .tensor = tensor,
                     .rows = row_dim >= 0 ? shape->dim[row_dim] : 1,
                     .columns = column_dim >= 0 ? shape->dim[column_dim] : 1,
                     .row_dim = row_dim,
                     .column_dim = column_dim,
                     .row_stride = row_dim >= 0 ? tensor->stride[row_dim] : 0,
                     .column_stride = column_dim >= 0 ? tensor->stride[column_dim] : 0};
    for (int d = 0; d < shape->ndim; d++) {
        bool inside = through.at[d] >= 0 && through.at[d] < shape->dim[d];
        if (d != row_dim && d != column_dim && inside) matrix.base.at[d] = through.at[d];
    }
    matrix.offset = tensor_offset(tensor, matrix.base);
    return matrix;
}

Matrix matrix_of(const Tensor *tensor, int entry, Index through)
{
    int n = tensor->shape.ndim;
    return matrix_along(tensor, entry, through, n >= 2 ? n - 2 : -1, n - 1);
}

Matrix matrix_through(const Trace *trace, int entry, Index through)
{
    return matrix_of(trace_output(trace, entry), entry, through);
}

bool matrix_is_turned(const Matrix *matrix)
{
    int ndim = matrix->tensor->shape.ndim;
    return ndim > 0 && matrix->column_dim != ndim - 1;
}

Shape matrix_shape(const Matrix *matrix)
{
    Shape shape = matrix->tensor->shape;
    if (shape.ndim < 2) return shape;
    shape.dim[shape.ndim - 2] = matrix->rows;
    shape.dim[shape.ndim - 1] = matrix->columns;
    return shape;
}

static Matrix turned(Matrix matrix)
{
    Matrix turned = matrix;
    turned.rows = matrix.columns;
    turned.columns = matrix.rows;
    turned.row_dim = matrix.column_dim;
    turned.column_dim = matrix.row_dim;
    turned.row_stride = matrix.column_stride;
    turned.column_stride = matrix.row_stride;
    return turned;
}

Matrix matrix_as_made(const Matrix *matrix)
{
    return matrix_is_turned(matrix) ? turned(*matrix) : *matrix;
}

Matrix matrix_slice(const Matrix *matrix, Index at)
{
    Matrix slice = matrix_of(matrix->tensor, matrix->entry, at);
    return matrix_is_turned(matrix) ? turned(slice) : slice;
}

Matrix matrix_shown_of(const Trace *trace, const Tensor *tensor, int entry, Index through)
{
    Matrix matrix = matrix_of(tensor, entry, through);
    bool is_turned = trace->turned && trace->turned[entry];
    return is_turned ? turned(matrix) : matrix;
}

Matrix matrix_shown(const Trace *trace, int entry, Index through)
{
    return matrix_shown_of(trace, trace_output(trace, entry), entry, through);
}

int64_t matrix_row_of(const Matrix *matrix, Index at)
{
    return matrix->row_dim < 0 ? 0 : at.at[matrix->row_dim];
}

int64_t matrix_column_of(const Matrix *matrix, Index at)
{
    return matrix->column_dim < 0 ? 0 : at.at[matrix->column_dim];
}

Index index_alike(const Shape *shape, const Shape *other, Index at)
{
    if (shape_equal(shape, other)) return at;
    int beyond = other->ndim - shape->ndim;
    Index alike = {0};
    for (int d = 0; d < shape->ndim - 2; d++) {
        int64_t wanted = d + beyond >= 0 ? at.at[d + beyond] : 0;
        if (wanted < shape->dim[d]) alike.at[d] = wanted;
    }
    return alike;
}

Index matrix_index(const Matrix *matrix, int64_t row, int64_t column)
{
    Index at = matrix->base;
    if (matrix->row_dim >= 0) at.at[matrix->row_dim] = row;
    if (matrix->column_dim >= 0) at.at[matrix->column_dim] = column;
    return at;
}

bool matrix_has(const Matrix *matrix, Index at)
{
    bool has = true;
    for (int d = 0; d < matrix->tensor->shape.ndim && has; d++)
        has = d == matrix->row_dim || d == matrix->column_dim || at.at[d] == matrix->base.at[d];
    return has;
}

double matrix_value(const Matrix *matrix, int64_t row, int64_t column)
{
    int64_t at = matrix->offset + row * matrix->row_stride + column * matrix->column_stride;
    const Tensor *tensor = matrix->tensor;
    if (tensor->dtype == DTYPE_FLOAT32) return (double)((const float *)tensor_data(tensor))[at];
    return tensor_get(tensor, matrix_index(matrix, row, column));
}

bool matrix_is_symmetric(const Matrix *matrix)
{
    bool is_so = matrix->rows == matrix->columns;
    for (int64_t row = 0; row < matrix->rows && is_so; row++) {
        for (int64_t column = 0; column < row && is_so; column++) {
            double apart = matrix_value(matrix, row, column) - matrix_value(matrix, column, row);
            is_so = !(fabs(apart) > 1e-6 * fabs(matrix_value(matrix, row, column)));
        }
    }
    return is_so;
}

void matrix_row(const Matrix *matrix, int64_t row, double *values)
{
    const Tensor *tensor = matrix->tensor;
    if (matrix->columns == 0) return;
    const unsigned char *cells = tensor_data(tensor);
    size_t first = (size_t)(matrix->offset + row * matrix->row_stride);
    convert_row(tensor->dtype, cells + first * dtype_bytes(tensor->dtype), matrix->column_stride,
                DTYPE_FLOAT64, values, 1, matrix->columns);
}

int64_t shape_slices(const Shape *shape)
{
    int64_t count = 1;
    for (int d = 0; d < shape->ndim - 2; d++) count *= shape->dim[d];
    return count;
}

int64_t index_slice(const Shape *shape, Index at)
{
    int64_t slice = 0;
    for (int d = 0; d < shape->ndim - 2; d++) slice = slice * shape->dim[d] + at.at[d];
    return slice;
}

bool index_move_slice(const Shape *shape, Index *at, int64_t by)
{
    int64_t slice = index_slice(shape, *at) + by;
    if (slice < 0 || slice >= shape_slices(shape)) return false;
    for (int d = shape->ndim - 3; d >= 0; d--) {
        at->at[d] = slice % shape->dim[d];
        slice /= shape->dim[d];
    }
    return true;
}
