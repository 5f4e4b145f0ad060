// The screen of changes: every edit, and what it made of each tensor along the chain
// (view_changes.c).
#pragma once

#include "tui/view.h"

View view_changes;
bool changes_scroll(App *app, int by);
bool changes_are_more(const App *app); // than the screen shows at once
