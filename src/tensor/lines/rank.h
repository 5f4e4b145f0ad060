// Cells of a line taken by their rank, and where they stood: sort, topk, median and their kin.
// PyTorch answers with both; here each is an operation of its own.
//
// Argument 0 is always the dimension; without it all cells are one line.
#pragma once

#include "tensor/call.h"
#include "tensor/lines/order.h"

// Puts the answer to the front of the items.
typedef void Ranking(const OpCall *call, Item *items, int64_t n);

// Fills the output with the answer's cells, or with their positions.
void rank_lines(OpCall *call, Ranking *ranking, bool positions);
// A cell of the answer: the cell of the input that it is.
void ranked_sources(const OpCall *call, Index at, Terms *terms, Ranking *ranking);
// A position comes from the cell that stands there.
void position_sources(const OpCall *call, Index at, Terms *terms);
double position_value(const OpCall *call, const Terms *terms, const double *term);

// Shape and dtype of the answer: as the input, or without the dimension unless argument `keep`
// says so.
bool infer_line(OpCall *call, bool positions, Error *error);
bool infer_dropped(OpCall *call, int keep, bool positions, Error *error);

// The four functions of a pair of rows.
#define RANKED(name)                                                                               \
    static void name##_forward(OpCall *call)                                                       \
    {                                                                                              \
        rank_lines(call, name##_ranking, false);                                                   \
    }                                                                                              \
    static void name##_positions(OpCall *call)                                                     \
    {                                                                                              \
        rank_lines(call, name##_ranking, true);                                                    \
    }                                                                                              \
    static void name##_sources(const OpCall *call, Index at, Terms *terms)                         \
    {                                                                                              \
        ranked_sources(call, at, terms, name##_ranking);                                           \
    }
