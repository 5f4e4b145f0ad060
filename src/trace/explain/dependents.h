// The dependents of a number: the cells of later operations that are computed from it (views are
// seen through), and those for which it decides what they are (a mask, an index). What an assert
// computes is none of them.
#pragma once

#include "trace/explain/explain.h"

// The search looks at the results' own sources, so it may be long: of a matrix of 4096 x 4096 that
// is masked, and of a softmax over as many. Where axes correspond it goes through a line of them;
// where it finds nothing soon, through the rows and columns in which the cell itself is. It
// ends at the first limit that is reached; no result takes more than half of what the ones before
// it left.
typedef struct DependentLimit {
    int cells;     // found
    int64_t terms; // looked at
} DependentLimit;

enum {
    DEPENDENT_TERMS_AT_ONCE = 1 << 15
}; // looked at while the reader waits for a frame: about 0.2 ms

typedef struct Dependents {
    Cell *cells; // in order of the program
    int count;
    bool more;     // or perhaps: the search ended at a limit
    int64_t terms; // looked at
} Dependents;

// In `arena`.
Dependents dependents_of(const Trace *trace, Cell cell, DependentLimit limit, Arena *arena);

// The cells of one entry's output that are made from it at once, those of what only moves too.
Dependents dependents_in(const Trace *trace, Cell cell, int entry, DependentLimit limit,
                         Arena *arena);
