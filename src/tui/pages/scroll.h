// Scrolling: by lines or by pages. Each returns whether anything moved.
#pragma once

#include "tui/app.h"
#include "tui/parts/lesson_sight.h"

bool lesson_scroll(App *app, int direction, bool page);
bool lesson_is_more(const App *app); // than the screen shows at once
// The lesson's text as it is shown now.
LessonText lesson_shown(const App *app, Arena *arena);
// Shows a line of it, with a line above.
void lesson_scroll_to(App *app, int line);

// Space and Backspace where an operation is open: first through the rest of its prose.
bool lesson_read_on(App *app);
bool lesson_goes_on(const App *app); // is there more of it to read?
bool lesson_read_back(App *app);

// By lines: the cost screen (view_cost.c), and that of why (view_why.c).
bool cost_scroll(App *app, int by);
bool cost_is_more(const App *app); // than the screen shows at once
bool why_scroll(App *app, int by);
