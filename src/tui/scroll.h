// Scrolling: by lines or by pages. Each returns whether anything moved.
#pragma once

#include "tui/app.h"

bool lesson_scroll(App *app, int direction, bool page);
bool help_scroll(App *app, int direction, bool page);
bool cost_scroll(App *app, int by); // lines; on the cost screen

// Space and Backspace where an operation is open: first through the rest of its prose.
bool lesson_read_on(App *app);
bool lesson_read_back(App *app);
