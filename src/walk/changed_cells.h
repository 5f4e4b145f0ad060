// Where the outputs of two runs differ, found out for an entry when it is first asked for: a screen
// asks the same with each frame.
#pragma once

#include "tensor/differ.h"

typedef struct ChangedCells {
    Arena arena;
    Differences **of_entry; // NULL: not compared yet
} ChangedCells;

// For so many entries; lives in `arena`, what it finds until changed_cells_free().
ChangedCells *changed_cells_new(int entries, Arena *arena);
void changed_cells_free(ChangedCells *changed); // may be NULL

// The two outputs of the entry, of one shape.
const Differences *changed_cells_of(ChangedCells *changed, int entry, const Tensor *before,
                                    const Tensor *now);
