// May this number be seen here? Everything that writes numbers asks it, whatever it writes on; what
// a walk or a sheet of paper answers is in walk/places/sight.c.
#pragma once

#include "trace/trace.h"

// A cell of an entry's output.
typedef struct Cell {
    int entry;
    Index at;
} Cell;

typedef enum Seen {
    SEEN,
    HIDDEN,  // a question is about it: "?"
    TO_COME, // it is not computed yet
} Seen;

typedef struct Sight {
    Seen (*of)(const void *by, Cell cell);  // NULL: everything is seen
    bool (*all)(const void *by, int entry); // of the tensor; NULL: each cell is asked for
    const void *by;
} Sight;

Seen sight_of(const Sight *sight, Cell cell);
// Of every cell of a tensor.
bool sight_of_all(const Sight *sight, const Trace *trace, int entry);
