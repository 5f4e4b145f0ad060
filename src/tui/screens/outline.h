// The outline on the screen: the tree of calls and operations. One row is selected and can be gone
// to; what is closed opens with Right.
#pragma once

#include "tui/core/app.h"

// Selects a row, and opens what it is in.
void outline_select(App *app, int row);

// A row that says what is looked for.
typedef struct OutlineFound {
    int row;
    const char *text;
} OutlineFound;

// All of them, in order.
int outline_search(const App *app, Str wanted, Arena *arena, OutlineFound **found);

// Of what was found, the row behind `at`, or before it, which is said; -1: there is none.
int outline_next(App *app, const OutlineFound *found, int count, int at, int direction);
