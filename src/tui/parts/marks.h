// What is highlighted in a matrix.
#pragma once

#include "tui/parts/motion.h"

// The selected cell and the cells it is made from.
typedef struct Marks {
    Cell selected;
    Cell *sources, *sorted; // the same in the order in which they are to be seen, and by place
    int source_count;
    Cell *lit; // those of them that are highlighted while the cell opens
    int lit_count;
} Marks;

// Marks for the walk's selected cell: its sources as inputs of the focus, and seen through moves.
Marks marks_of(const Walk *walk, const Arrival *arrival, Arena *arena);
bool marks_source(const Marks *marks, Cell cell);
bool marks_lit(const Marks *marks, Cell cell);
// The cell of an entry that should be visible: the selected one, else a source; false: neither.
bool marks_in(const Marks *marks, int entry, Index *at);
