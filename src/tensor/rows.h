// Several tensors of one (broadcast) shape, walked together in rows as long as possible.
//
// Along a row every tensor has one stride (0 where it is broadcast), so that the inner loop of an
// operation is a plain loop over a pointer. Dimensions that lie one behind the other in all
// tensors are merged: a contiguous tensor is a single row.
//
//   Rows rows;
//   rows_begin(&rows, &shape, (const Tensor *const[]){out, a, b}, 3);
//   while (rows_next(&rows)) … row_cells(&rows, 1), rows.stride[1], rows.length …
#pragma once

#include "tensor/tensor.h"

enum { MAX_OPERANDS = 4 };

typedef struct Rows {
    int64_t length; // cells in each row
    int64_t stride[MAX_OPERANDS];
    int64_t offset[MAX_OPERANDS]; // of the present row's first cell

    // How to get from row to row.
    const Tensor *tensor[MAX_OPERANDS];
    int operands;
    int64_t left; // rows to come
    Shape outer;  // the dimensions that are not the row
    Index at;     // of the next row, and its distance from the first one
    int64_t ahead[MAX_OPERANDS];
    int64_t step[MAX_OPERANDS][MAX_DIMS];
} Rows;

// Each tensor must broadcast to `shape`. The rows come in reading order.
void rows_begin(Rows *rows, const Shape *shape, const Tensor *const *tensor, int operands);
// The same in the order in which the cells of the first tensor lie in memory.
void rows_begin_as_stored(Rows *rows, const Shape *shape, const Tensor *const *tensor,
                          int operands);
bool rows_next(Rows *rows);
int64_t rows_count(const Rows *rows); // at the beginning: all of them
// The next row is this one, counted from 0.
void rows_seek(Rows *rows, int64_t row);
void *row_cells(const Rows *rows, int operand);
