// Scrolling: by lines or by pages. Each returns whether anything moved.
#pragma once

#include "tui/core/app.h"
#include "tui/parts/lesson_sight.h"

bool lesson_scroll(App *app, int direction, bool page);
bool lesson_is_more(const App *app); // than the screen shows at once
// The lesson's text as it is shown now.
LessonText lesson_shown(const App *app, Arena *arena);
// Shows a line of it, with a line above.
void lesson_scroll_to(App *app, int line);

// Space and Backspace where an operation is open: first through the rest of its prose.
bool lesson_read_on(App *app);
// Where text is due that a small screen has no room for beside the numbers, it fills the screen.
void lesson_begin(App *app);
bool lesson_stop(App *app);          // where it does: the numbers come instead; true
bool lesson_goes_on(const App *app); // is there more of it to read?
bool lesson_read_back(App *app);
