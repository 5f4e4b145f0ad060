// Which lines of the lesson's text are in sight, where they are on the screen, and how Space and
// the scrolling keys go through them.
#pragma once

#include "text/lesson_text.h"
#include "tui/core/canvas.h"

LessonSight lesson_sight(const App *app);

// Is there nothing to be seen but text?
bool lesson_fills(const App *app);

// The lesson as it is shown in its part of the screen. Where the reader has not scrolled, the prose
// that leads to an operation goes by page by page while the operation opens; then its code stays in
// sight; when the last operation of a step is open, what follows it is shown.
typedef struct LessonShown {
    LessonText lesson;
    Rect area;    // of the text
    int rows;     // that show it: where not all fits, the last one says how much is left; 0: hidden
    int top;      // the first line in them
    int in_sight; // lines: the last line of all takes the place of the words that one is left
} LessonShown;
LessonShown lesson_in(const App *app, Rect part, Arena *arena);
LessonShown lesson_shown(const App *app, Arena *arena); // in the part that it has now

// Has the reader not seen all that belongs to the operation, which is open? Then Space reads on.
bool lesson_reads_on(const App *app, const LessonShown *shown);

// Scrolls by lines or by pages; returns whether anything moved.
bool lesson_scroll(App *app, int direction, bool page);
bool lesson_is_more(const App *app); // than the screen shows at once
// Shows a line of it, with a line above.
void lesson_scroll_to(App *app, int line);

// Space and Backspace where an operation is open: first through the rest of its prose.
bool lesson_read_on(App *app);
// Where text is due that a small screen has no room for beside the numbers, it fills the screen.
void lesson_begin(App *app);
bool lesson_stop(App *app);          // where it does: the numbers come instead; true
bool lesson_goes_on(const App *app); // is there more of it to read?
bool lesson_read_back(App *app);
