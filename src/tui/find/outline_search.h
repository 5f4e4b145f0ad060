// Searching the outline, row by row.
#pragma once

#include "tui/app.h"

// A row that says what is looked for.
typedef struct OutlineFound {
    int row;
    const char *text;
} OutlineFound;

// All of them, in order.
int outline_search(const App *app, Str wanted, Arena *arena, OutlineFound **found);

// Actions: what was looked for last, once more.
bool outline_next(App *app);
bool outline_previous(App *app);
