// The matrices of a tensor: one for each place of the axes that are neither its rows nor its
// columns, the heads of an item of a batch one after another.
#pragma once

#include "study/axes/axis_kind.h"

typedef struct Slices {
    const Trace *trace;
    int entry;
    int row_dim, column_dim; // -1: none
    int other[MAX_DIMS];     // the other axes: layers, then those of a batch, then those of heads
    int other_count, outer;  // how many; how many of them are not of heads
    int64_t items, heads;    // there are items * heads slices
    int64_t first;           // of all that the tensor has, as where they are of one layer
} Slices;

// With these axes as rows and columns; a `row_dim` of -1 is the last of the others, if there is
// one. All other slices are of one item.
Slices slices_along(const Trace *trace, int entry, int row_dim, int column_dim);

// The same slices in the order that the axes say: item by item, of each the heads. Without an axis
// of heads it is the innermost one of which nothing is known.
Slices slices_by_axes(Slices slices, const TensorAxes *axes);

// Of a tensor that has an axis of layers, how many there are; and those of one of them.
int64_t slices_layers(const Slices *slices);
Slices slices_at_layer(Slices slices, int64_t layer);

int64_t slices_count(const Slices *slices);
Index slices_index(const Slices *slices, int64_t number); // its first cell
int64_t slices_number(const Slices *slices, Index at);    // that the cell is in
Matrix slices_matrix(const Slices *slices, int64_t number);
// Do all rows of all of them sum to 1, but for those that are held at other numbers?
bool slices_are_weights(const Slices *slices);

// "batch 1, head 3": where the cell is on those of the axes that have more than one place; ""
// where none has.
const char *axes_place(const Trace *trace, int entry, Index at, const int *axes, int count,
                       Arena *arena);
// The same of all heads of an item: "batch 1", "layer 5"; "" where there is one item only.
const char *slices_item(const Slices *slices, int64_t item, Arena *arena);
// Which of the matrices that its tensor has this one is.
const char *matrix_place(const Trace *trace, const Matrix *matrix, Arena *arena);
