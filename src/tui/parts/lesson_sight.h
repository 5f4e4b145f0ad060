// Which lines of the lesson's text are in sight, and where they stand on the screen.
#pragma once

#include "tui/core/canvas.h"
#include "tui/parts/lesson_text.h"

LessonSight lesson_sight(const App *app);

// Is there nothing to be seen but text?
bool lesson_fills(const App *app);
// Has a small screen no room for it beside the numbers, so that it comes before or after them?
bool lesson_has_no_room(const App *app);

// Where the text stands in its part of the screen, and how many rows of that show it: where not
// all fits, the last one says how much is left.
Rect lesson_area(const App *app, Rect part);
int lesson_rows(const LessonText *lesson, Rect area);

// So many lines are in sight from `top` on: the last line of all takes the place of the words that
// one is left.
int lesson_in_sight(const LessonText *lesson, int rows, int top);

// The first line to show in `rows` rows. Where the reader has not scrolled, the prose that leads to
// an operation goes by page by page while the operation opens; then its code stays in sight; when
// the last operation of a step is open, what follows it is shown.
int lesson_top(const App *app, const LessonText *lesson, int rows);

// So many lines of the step's text have been seen: Space does not show them again.
int lesson_lines_read(const App *app, const LessonText *lesson);

// `line`, or where it is of a prediction that was told beside the lesson, the line behind that:
// the question and its reason stood in a place of their own.
int lesson_behind_told(const App *app, const LessonText *lesson, int line);

// A line of the last page stays in sight, except where that would be much of so small a page.
int lesson_page(int rows);

// The first line to be reached before the walk goes on from an operation that is all open.
int lesson_target(const App *app, const LessonText *lesson, int rows);

// Is there prose that the reader has not seen, before what the walk is at or, at the end of a step,
// behind it?
bool lesson_is_due(const App *app, const LessonText *lesson);

// Has the reader not seen all that belongs to the operation, which is open? Then Space reads on.
bool lesson_reads_on(const App *app, const LessonText *lesson, int rows);

// ---- scrolling, by lines or by pages: each returns whether anything moved
// ------------------------

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
