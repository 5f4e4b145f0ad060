// What can be done on the screen on top, as its key line says it: the actions that have a hint now,
// in the order in which they are shown.
#pragma once

#include "tui/core/actions.h"

typedef enum HintSlot { // from left to right
    HINT_HELP,
    HINT_ARROWS,
    HINT_OWN,    // belongs to this screen alone
    HINT_SHARED, // with the walk
    HINT_WAY_OUT,
    HINT_SLOTS
} HintSlot;

typedef struct Hint {
    const Action *action;
    const char *text; // "Space:next"
    int rank;         // of higher rank give way first; 0 never does
    HintSlot slot;
} Hint;

// How many there are; `*hints` in `arena`.
int hints_of(const App *app, Arena *arena, Hint **hints);

// Of the text the bytes that are keys: "::commands" begins with its key.
int hint_keys(Str text);
