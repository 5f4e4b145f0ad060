// How the axes of a result follow the axes of its inputs, read off the operation's sources.
#pragma once

#include "trace/trace.h"

// Position p on an axis of the result comes from position start + p * step of the input's axis.
typedef struct AxisMap {
    int input, dim;
    int64_t start, step;
} AxisMap;

typedef enum AxisQuestion {
    AXIS_OF_RESULT, // which cell stands for the result: the numerator of a softmax
    AXIS_OF_ALL,    // which cells matter at all
} AxisQuestion;

// Does moving along dimension `dim` of the result always move along one dimension of input number
// `input`, wherever one stands? False also for axes of one position, where nothing can move.
bool axis_map(const OpCall *call, int dim, int input, AxisQuestion question, AxisMap *map);
