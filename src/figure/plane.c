// A two-dimensional view of a tensor for drawing: the last two dimensions are rows and columns, the
// indices of all others are fixed, and a vector is a single row. One pass over the cells finds the
// range of the finite ones, for the colours; infinities and nan are only counted, as they are drawn
// apart.
#include "figure/plane.h"

#include "base/number.h"
#include "study/number.h"
#include "tensor/dtype.h"

#include <inttypes.h>
#include <math.h>

static bool check_slice(const Plane *plane, Arena *arena, Error *error)
{
    const Tensor *tensor = plane->tensor;
    for (int dim = 0; dim < tensor->shape.ndim - 2; dim++) {
        int64_t at = plane->base.at[dim], size = tensor->shape.dim[dim];
        if (at >= 0 && at < size) continue;
        return error_set(error, "IndexError",
                         "index %" PRId64 " is out of range for dimension %d of shape %s", at, dim,
                         shape_tuple(arena, &tensor->shape));
    }
    return true;
}

static bool check_size(const Plane *plane, Arena *arena, Error *error)
{
    const char *shape = shape_tuple(arena, &plane->tensor->shape);
    if (shape_count(&plane->tensor->shape) == 0) {
        error_set(error, NULL, "shape %s has no cells, there is nothing to draw", shape);
        return error_hint(error, "choose a tensor with at least one cell");
    }
    if (plane->rows > MAX_PLANE_SIDE || plane->columns > MAX_PLANE_SIDE) {
        error_set(error, NULL, "shape %s is too large for a figure: at most %d rows and columns",
                  shape, MAX_PLANE_SIDE);
        return error_hint(error, "draw a part of it, such as [:%d, :%d]", MAX_PLANE_SIDE,
                          MAX_PLANE_SIDE);
    }
    return true;
}

static void add_to_range(Plane *plane, double value)
{
    if (isnan(value)) {
        plane->invalid++;
    } else if (isinf(value)) {
        if (value < 0)
            plane->below++;
        else
            plane->above++;
    } else {
        if (!plane->finite || value < plane->low) plane->low = value;
        if (!plane->finite || value > plane->high) plane->high = value;
        plane->finite++;
    }
}

void plane_view(Plane *plane, const Tensor *tensor, Index slice)
{
    int ndim = tensor->shape.ndim;
    *plane = (Plane){.tensor = tensor, .row_dim = ndim - 2, .column_dim = ndim - 1};
    plane->base = slice;
    if (plane->row_dim < 0) plane->row_dim = -1;
    for (int dim = ndim > 2 ? ndim - 2 : 0; dim < MAX_DIMS; dim++) plane->base.at[dim] = 0;
    plane->rows = ndim < 2 ? 1 : tensor->shape.dim[plane->row_dim];
    plane->columns = ndim < 1 ? 1 : tensor->shape.dim[plane->column_dim];
    plane->offset = tensor_offset(tensor, plane->base);
    plane->row_stride = ndim < 2 ? 0 : tensor->stride[plane->row_dim];
    plane->column_stride = ndim < 1 ? 0 : tensor->stride[plane->column_dim];
}

bool plane_of(Plane *plane, const Tensor *tensor, Index slice, Arena *arena, Error *error)
{
    plane_view(plane, tensor, slice);
    if (!check_size(plane, arena, error) || !check_slice(plane, arena, error)) return false;
    for (int64_t row = 0; row < plane->rows; row++) {
        for (int64_t column = 0; column < plane->columns; column++) {
            add_to_range(plane, plane_value(plane, row, column));
        }
    }
    return true;
}

double plane_value(const Plane *plane, int64_t row, int64_t column)
{
    int64_t at = plane->offset + row * plane->row_stride + column * plane->column_stride;
    if (plane->tensor->dtype == DTYPE_FLOAT32) {
        return (double)((const float *)tensor_data(plane->tensor))[at];
    }
    Tensor cell = *plane->tensor;
    cell.shape.ndim = 0;
    cell.offset = at;
    return tensor_get(&cell, (Index){0});
}

int plane_digits(int most)
{
    enum { USUAL = 4 };
    if (most == 0) return USUAL;
    if (most < 0) return 0;
    return most > MOST_DECIMALS ? MOST_DECIMALS : most;
}

int plane_decimals(const Plane *plane, int most)
{
    Matrix matrix = {.entry = -1,
                     .tensor = plane->tensor,
                     .rows = plane->rows,
                     .columns = plane->columns,
                     .row_dim = plane->row_dim,
                     .column_dim = plane->column_dim,
                     .base = plane->base};
    return number_column(&matrix, plane_digits(most)).decimals;
}

void plane_write(const Plane *plane, double value, int decimals, Buf *out)
{
    int start = out->n;
    if (dtype_is_float(plane->tensor->dtype) && value != floor(value))
        number_aligned(out, value, decimals);
    else
        dtype_write(out, plane->tensor->dtype, value, decimals);
    number_typeset(out, start);
}
