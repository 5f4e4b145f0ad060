// Cells picked by position: what x[rows, columns], index_select and embedding copy.
//
// A tensor loses its indexed dimensions and becomes a block; each pick is one such block, at an
// offset of its own. The result has the block's dimensions with those of the picks among them.
#pragma once

#include "tensor/tensor.h"

typedef struct Picks {
    Tensor block;    // the tensor at position 0 of the indexed dimensions, without them
    int before;      // dimensions of the block before the picks in the result
    Shape shape;     // of the picks
    int64_t count;   // of the picks
    int64_t *offset; // of each pick, in elements, counted from the block
} Picks;

// All picks at offset 0; `offset` is in `scratch`.
void picks_begin(Picks *picks, const Tensor *tensor, const bool indexed[MAX_DIMS], int before,
                 const Shape *shape, Arena *scratch);
// Adds position * step to the offset of each pick. The positions are read with `stride` over the
// shape of the picks; negative ones count from the end of `size`.
void picks_add(Picks *picks, const int64_t *position, const int64_t *stride, int64_t size,
               int64_t step);

// The cells of an index as int64, with their strides: its own, or a copy in `scratch`.
const int64_t *index_positions(const Tensor *index, int64_t *stride, Arena *scratch);

// The block's shape with the picks among it; false when there are too many dimensions.
bool picks_result(const Picks *picks, Shape *shape);

// What is written to picked cells: a tensor, or a single number in the dtype of the cells.
typedef struct Given {
    Tensor view;
    const void *data; // of the view's dtype; maybe `room`
    int64_t room;
} Given;

// `value` has the dtype of the cells, or it is a single cell.
void given_begin(Given *given, const Tensor *value, DType dtype);

// Copies the picked cells to `out`, or `value` (broadcast) to the picked cells. Of several picks of
// one cell the last one counts; with `add` each is added. All have one dtype.
void picks_read(const Picks *picks, Tensor *out);
void picks_write(const Picks *picks, const Given *value, bool add, Arena *scratch);

// Two rows of cells of one dtype: copied, added to, multiplied with.
typedef void CellFunction(void *to, int64_t to_stride, const void *from, int64_t from_stride,
                          int64_t n);
CellFunction *cells_copy(DType dtype);
CellFunction *cells_add(DType dtype);
CellFunction *cells_multiply(DType dtype);
