// What a matrix of attention weights attends to: the pattern that its rows have in common, and how
// spread out they are.
#pragma once

#include "study/matrix.h"

typedef enum PatternKind {
    PATTERN_NONE,     // no weights: some row has a negative cell, or does not sum to 1
    PATTERN_SELF,     // each token looks at itself
    PATTERN_PREVIOUS, // at the one before it
    PATTERN_NEXT,     // at the one after it
    PATTERN_FIRST,    // all look at the first one
    PATTERN_ONE,      // all look at one other token, Pattern.column
    PATTERN_UNIFORM,  // at all that they may see, alike
    PATTERN_MIXED,
    PATTERN_KINDS
} PatternKind;

typedef struct Pattern {
    PatternKind kind;
    double share;   // of the weight that goes where the pattern says; 0 for uniform and mixed
    int64_t column; // ONE
    double entropy; // mean of the rows', in bits: 0 looks at one token, log2(n) at n alike
} Pattern;

Pattern pattern_of(const Matrix *matrix);

// "previous", "token 3", "mixed"; "" for none.
const char *pattern_name(const Pattern *pattern, Arena *arena);
// The same; where all look at one token that has a label, "to mat".
const char *pattern_title(const Pattern *pattern, const Trace *trace, const Matrix *matrix,
                          Arena *arena);
