// Iterates over several tensors, broadcast to one shape, at once. Dimensions of size 1 are
// dropped, a broadcast dimension gets stride 0, and two neighbouring dimensions are merged into
// one where in every tensor the outer stride equals the inner size times the inner stride. The
// last dimension that remains becomes the row.
#include "tensor/rows.h"

#include "tensor/layout.h"

#include <assert.h>

// Does a step along the last dimension kept end where dimension `d`, of `size`, ends?
static bool merges(const Rows *rows, int64_t stride[][MAX_DIMS], int64_t size, int d)
{
    int last = rows->outer.ndim - 1;
    if (last < 0) return false;
    for (int k = 0; k < rows->operands; k++) {
        if (rows->step[k][last] != stride[k][d] * size) return false;
    }
    return true;
}

static void add_dimension(Rows *rows, int64_t stride[][MAX_DIMS], int64_t size, int d)
{
    if (merges(rows, stride, size, d))
        rows->outer.dim[rows->outer.ndim - 1] *= size;
    else
        rows->outer.dim[rows->outer.ndim++] = size;
    for (int k = 0; k < rows->operands; k++) {
        rows->step[k][rows->outer.ndim - 1] = stride[k][d];
    }
}

// The last dimension becomes the row.
static void take_row(Rows *rows)
{
    rows->length = 1;
    if (rows->outer.ndim == 0) return;
    int last = --rows->outer.ndim;
    rows->length = rows->outer.dim[last];
    for (int k = 0; k < rows->operands; k++) rows->stride[k] = rows->step[k][last];
}

// Takes the dimensions in `order`.
static void begin(Rows *rows, const Shape *shape, const Tensor *const *tensor, int operands,
                  const int *order)
{
    int64_t stride[MAX_OPERANDS][MAX_DIMS];
    *rows = (Rows){.operands = operands};
    for (int k = 0; k < operands; k++) {
        rows->tensor[k] = tensor[k];
        layout_repeated(&tensor[k]->shape, tensor[k]->stride, shape, stride[k]);
    }
    if (shape_count(shape) == 0) return;
    for (int i = 0; i < shape->ndim; i++) {
        int d = order[i];
        if (shape->dim[d] != 1) add_dimension(rows, stride, shape->dim[d], d);
    }
    take_row(rows);
    rows->left = shape_count(&rows->outer);
}

static const int reading_order[] = {0, 1, 2, 3, 4, 5, 6, 7};
static_assert(sizeof reading_order / sizeof *reading_order == MAX_DIMS, "one for each dimension");

void rows_begin(Rows *rows, const Shape *shape, const Tensor *const *tensor, int operands)
{
    begin(rows, shape, tensor, operands, reading_order);
}

void rows_begin_as_stored(Rows *rows, const Shape *shape, const Tensor *const *tensor, int operands)
{
    int order[MAX_DIMS];
    int64_t stride[MAX_DIMS];
    layout_repeated(&tensor[0]->shape, tensor[0]->stride, shape, stride);
    for (int d = 0; d < shape->ndim; d++) { // the widest steps first
        int at = d;
        for (; at > 0 && stride[order[at - 1]] < stride[d]; at--) order[at] = order[at - 1];
        order[at] = d;
    }
    begin(rows, shape, tensor, operands, order);
}

// One row further, and where a dimension ends, back to its beginning.
static void advance(Rows *rows)
{
    for (int d = rows->outer.ndim - 1; d >= 0; d--) {
        bool ends = ++rows->at.at[d] == rows->outer.dim[d];
        int64_t steps = ends ? 1 - rows->outer.dim[d] : 1;
        for (int k = 0; k < rows->operands; k++) rows->ahead[k] += steps * rows->step[k][d];
        if (!ends) return;
        rows->at.at[d] = 0;
    }
}

bool rows_next(Rows *rows)
{
    if (rows->left-- <= 0) return false;
    for (int k = 0; k < rows->operands; k++)
        rows->offset[k] = rows->tensor[k]->offset + rows->ahead[k];
    advance(rows);
    return true;
}

int64_t rows_count(const Rows *rows)
{
    return rows->left;
}

void rows_seek(Rows *rows, int64_t row)
{
    rows->left = shape_count(&rows->outer) - row;
    if (rows->left <= 0) return;
    rows->at = index_unravel(&rows->outer, row);
    for (int k = 0; k < rows->operands; k++) {
        rows->ahead[k] = 0;
        for (int d = 0; d < rows->outer.ndim; d++)
            rows->ahead[k] += rows->at.at[d] * rows->step[k][d];
    }
}

void *row_cells(const Rows *rows, int operand)
{
    const Tensor *tensor = rows->tensor[operand];
    unsigned char *data = tensor_data(tensor);
    return data + (size_t)rows->offset[operand] * dtype_bytes(tensor->dtype);
}
