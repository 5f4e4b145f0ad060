// Weights that average: each cell of a sum of products is a sum of rows of values, each times its
// share. Attention weights average over positions; a router's over experts.
#pragma once

#include "study/axes/axis_root.h"
#include "study/axes/matrix.h"

typedef enum AverageOf {
    AVERAGE_POSITIONS,
    AVERAGE_EXPERTS,  // what several modules, or rows of a parameter, make of the same position
    AVERAGE_FEATURES, // as where a softmax takes the place of a kernel in linear attention
} AverageOf;

typedef struct Average {
    AverageOf of;
    int weights;       // entry: what the softmax made, or the first shares
    int product, side; // entry of the sum of products, and which of its factors has the weights
    int shares;        // entry of that factor: the weights as they are multiplied, masked or moved
    int values;        // entry of the other factor, or -1
    int key, query;    // axes of the weights: summed over, and what the values do not have; or -1
    int values_key;    // the axis of the other factor that is summed over
    bool is_of_features; // the query axis is one of features, as in linear attention
} Average;

// All of a run, each weights once, in the order of the products. In `arena`.
int averages_of(const Trace *trace, Arena *arena, Average **averages);

// Does the axis `dim` of the average come from the factor with the weights?
bool average_takes(const Trace *trace, const Average *average, int dim);

// What the entry is a softmax of, an entry with a cell for each of its own; -1: it is none.
int softmax_of(const Trace *trace, int entry);
// What was moved to become the entry, or changed cell by cell; -1: neither.
int average_source(const Trace *trace, int entry);
// Does the axis begin at parameters that a product reads, or at the last axis of what the program
// gives?
bool axis_is_of_features(const Trace *trace, const AxisRoots *roots);
