// A search in the terminal: it goes to what is found, and on from there.
#pragma once

#include "tui/core/app.h"
#include "tui/find/search.h"

// Everything that is found as the lesson is shown now.
int search_shown(const App *app, Str wanted, Arena *arena, Found **found);

// Goes there, and says which of how many it is.
void search_go(App *app, Str wanted, const Found *found, int at, int count);
