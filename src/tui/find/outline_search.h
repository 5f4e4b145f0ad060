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

// What was looked for last, once more: further down (1) or up (-1).
bool outline_search_on(App *app, int direction);
