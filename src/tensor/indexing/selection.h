// What x[index, 1:, mask] selects, where there are tensors among the subscripts.
//
// As in PyTorch the other subscripts are taken first, as a view in which each tensor takes one
// whole dimension. Then each tensor of positions picks along its dimension, and a mask along as
// many as it has. The picks of all tensors are broadcast together and become dimensions of the
// result: where the first tensor is, or in front when others are between the tensors.
#pragma once

#include "tensor/indexing/pick.h"
#include "tensor/op_call.h"

enum { MAX_SUBSCRIPTS = 4 * MAX_DIMS };

// A dimension of the view that is indexed.
typedef struct Column {
    int dim;
    int input;     // the tensor
    int mask_axis; // the dimension of a mask that it is, or -1: a tensor of positions
} Column;

typedef struct Selection {
    Subscript plain[MAX_SUBSCRIPTS]; // the subscripts without tensors
    int plain_count;
    Tensor view; // what they select
    Column column[MAX_DIMS];
    int columns;
    Shape picks; // of all tensors together
    int before;  // dimensions of the result in front of the picks
    Shape shape; // of the result
} Selection;

// Reads the call's subscripts, which are `arg`, as a selection from `of`. Errors are PyTorch's.
bool selection_select(const OpCall *call, const Tensor *of, const Arg *arg, Selection *selection,
                      Error *error);
// Is each position there? To be asked once, in infer.
bool selection_has_positions(const Selection *selection,
                             Error *error); // in dimensions that have cells
bool selection_positions_exist(const OpCall *call, const Selection *selection, Error *error);
void selection_picks(const OpCall *call, const Selection *selection, Picks *picks, Arena *scratch);

// The strides with which the result's dimensions walk what is not indexed (0: the picks), and with
// which the picks' dimensions walk the positions of a column.
void selection_rest(const Selection *selection, int64_t *stride);
void selection_positions(const OpCall *call, const Selection *selection, int column,
                         int64_t *stride);

// The cell of `of` that cell `at` of the result is.
Index selection_cell(const OpCall *call, const Shape *of, const Selection *selection, Index at);
// The cells of the tensors that say so.
void selection_decides(const OpCall *call, const Selection *selection, Index at, Terms *terms);

// Of the `count` cells that hold the positions: of the n-th along dimension d at [d * count + n].
void selection_mask_positions(const unsigned char *cells, const Shape *shape, const int64_t *stride,
                              int64_t count, int64_t *position);
