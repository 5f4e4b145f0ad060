// How the axes of a result follow the axes of its inputs, read off the operation's sources.
#pragma once

#include "trace/trace.h"

// Position p on an axis of the result comes from position start + p * step of the input's axis.
typedef struct AxisMap {
    int input, dim;
    int64_t start, step;
} AxisMap;

typedef enum AxisQuestion {
    AXIS_OF_RESULT, // which cell represents the result: the numerator of a softmax
    AXIS_OF_ALL,    // which cells matter at all
} AxisQuestion;

// Does moving along dimension `dim` of the entry's output always move along one dimension of input
// number `input`, wherever one is? False also for axes of one position, where nothing can move.
bool axis_map(const Trace *trace, int entry, int dim, int input, AxisQuestion question,
              AxisMap *map);

// Each axis is probed once in the life of a trace: a frame asks the same as the frame before it.
typedef struct AxisMemo {
    Arena arena;
    struct AxisAnswer **answers; // of each entry that was asked about: [dim][input][question]
    size_t entries;
    struct AxisKnowledge *known; // of study/axes/axis_kind.h, in the arena
    unsigned char *roles;        // of study/axes/role.h, in the arena
    int role_entries;            // of the trace, when these were made
} AxisMemo;

void axis_memo_free(AxisMemo *memo);
