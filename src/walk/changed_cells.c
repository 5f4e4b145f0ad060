// Compares the outputs of two runs cell by cell, for each entry when it is first asked for, and
// keeps the result: the screen asks again with each frame.
#include "walk/changed_cells.h"

ChangedCells *changed_cells_new(int entries, Arena *arena)
{
    ChangedCells *changed = NEW(arena, ChangedCells);
    changed->of_entry = NEW_ARRAY(&changed->arena, Differences *, entries);
    return changed;
}

void changed_cells_free(ChangedCells *changed)
{
    if (changed) arena_free(&changed->arena);
}

const Differences *changed_cells_of(ChangedCells *changed, int entry, const Tensor *before,
                                    const Tensor *now)
{
    Differences **known = &changed->of_entry[entry];
    if (!*known) {
        *known = NEW(&changed->arena, Differences);
        **known = tensor_differences(before, now);
    }
    return *known;
}
