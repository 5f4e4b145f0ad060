// Who looks at whom: of a matrix of attention weights, what the query of a row looks at.
#pragma once

#include "walk/walk.h"

// One line from the query to a key.
typedef struct FlowLine {
    int64_t key;
    double weight;
} FlowLine;

typedef enum FlowState {
    FLOW_SHOWN = SEEN,
    FLOW_HIDDEN = HIDDEN,
    FLOW_CLOSED = TO_COME,
    FLOW_NO_WEIGHTS,
} FlowState;

enum { FLOW_NAMED = 3 };

typedef struct FlowRow {
    FlowState state;
    FlowLine *lines;
    int count;
    FlowLine heaviest[FLOW_NAMED]; // the heaviest first; as many as there are keys
    double entropy;                // bits
    double shown;                  // the weight of the lines together
} FlowRow;

// What the query of the cell's row looks at: at most `limit` keys, those with the most weight, in
// their order.
FlowRow flow_row(const Walk *walk, Cell at, int limit, Arena *arena);

// Are the cell's row weights, as far as may be seen? What is not computed yet is
// if it will be, or may be if it is called so.
bool flow_fits(const Walk *walk, Cell at);

// Of scores that are not computed yet the same cell of the weights that follow from them.
Cell flow_cell(const Walk *walk, Cell at);

// Of weights @ values, where the cell is one of the values or of the result: `*at` becomes the same
// row of the weights. False: the equation at hand has none.
bool flow_beside(const Walk *walk, Cell cell, Cell *at);
