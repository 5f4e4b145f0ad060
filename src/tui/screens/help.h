// The help: the keys, the signs and what they mean, as rows that can be searched and selected.
#pragma once

#include "tui/screens/outline.h"

// The entries that say it, keys or words, in order.
int help_search(const App *app, Str wanted, Arena *arena, OutlineFound **found);

void help_select(App *app, int entry);

// The prompt was opened on it.
bool help_is_asked(const App *app);
