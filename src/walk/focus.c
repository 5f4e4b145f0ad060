#include "walk/focus.h"

void focus_set(Walk *walk, int entry)
{
    walk->focus = entry;
    walk->equation_count = 0;
    if (entry < 0) return;
    const OpCall *call = &walk->trace->entries[entry].call;
    for (int i = 0; i <= call->input_count; i++) {
        walk->equation = arena_grow(&walk->arena, walk->equation, (size_t)walk->equation_count,
                                    &walk->equation_capacity, sizeof(int));
        bool result = i == call->input_count;
        walk->equation[walk->equation_count++] = result ? entry : call->input[i]->origin;
    }
}

int walk_equation(const Walk *walk, const int **entries)
{
    *entries = walk->equation;
    return walk->equation_count;
}
