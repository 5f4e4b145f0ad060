// Cells of a line taken by their rank, and where they stood: sort, topk, median and their kin give
// both. Where they stood is a row that has `rank_position_value`.
//
// The dimension is the last integer among the arguments; without it all cells are one line.
#pragma once

#include "tensor/call.h"
#include "tensor/reductions/order.h"

// Puts the answer to the front of the items.
typedef void Ranking(const OpCall *call, Item *items, int64_t n);

// Fills the output with the answer's cells, or with their positions.
void rank_lines(OpCall *call, Ranking *ranking);
// A cell of the answer: the cell of the input that it is.
void rank_sources(const OpCall *call, Index at, Terms *terms, Ranking *ranking);
// A position comes from the cell at that place.
void rank_position_sources(const OpCall *call, Index at, Terms *terms);
double rank_position_value(const OpCall *call, const Terms *terms, const double *term);

// Shape and dtype of the answer: as the input, or without the dimension unless argument `keep`
// says so.
bool infer_line(OpCall *call, Error *error);
bool infer_dropped(OpCall *call, int keep, Error *error);
int64_t rank_dim(const OpCall *call, int64_t otherwise); // as it was given

// The functions of a row whose answers id_ranking finds.
#define RANKED(id)                                                                                 \
    static void id##_forward(OpCall *call)                                                         \
    {                                                                                              \
        rank_lines(call, id##_ranking);                                                            \
    }                                                                                              \
    static void id##_sources(const OpCall *call, Index at, Terms *terms)                           \
    {                                                                                              \
        rank_sources(call, at, terms, id##_ranking);                                               \
    }

// Such a row, torch.id(x, ...) and x.id(...), and the positions that it gives besides.
#define RANK_ROW(id, its_signature, its_shape, its_doc, position_doc, ...)                         \
    RANKED(id)                                                                                     \
    static const Op id##_indices = {.name = #id "_indices",                                        \
                                    .doc = position_doc,                                           \
                                    .notation = {.before = "position of "},                        \
                                    .sources = rank_position_sources,                              \
                                    .value_at = rank_position_value};                              \
    const Op op_##id = {.name = #id,                                                               \
                        .signature = its_signature,                                                \
                        .shape = its_shape,                                                        \
                        .doc = its_doc,                                                            \
                        .found = IN_TORCH | IN_TENSOR,                                             \
                        .forward = id##_forward,                                                   \
                        .sources = id##_sources,                                                   \
                        .more = {&id##_indices},                                                   \
                        .tuple = "torch.return_types." #id,                                        \
                        __VA_ARGS__};
#define TO_DROPPED "(..., n, ...) -> (..., ...)"
#define TO_LINES   "(..., n, ...) -> (..., n, ...)"
