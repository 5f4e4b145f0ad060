// The parts of the screen of the walk, each in the file of its name, but view_map (view_title.c)
// and view_progress (view_status.c); and what several of them ask.
#pragma once

#include "tui/core/canvas.h"

View view_title, view_map, view_equation, view_pipeline, view_inspector, view_lesson, view_code,
    view_progress, view_status, view_left;

int left_rows(const App *app, Arena *arena); // of view_left; 0: nothing yet

// The code that made an entry, on one line: "scores = queries @ keys.T" (view_equation.c).
const char *view_entry_code(const Walk *walk, int entry, Arena *arena);
// The same where it can be read whole in so many columns, else the entry's name, or "x: given by
// the lesson".
const char *view_entry_title(const Walk *walk, int entry, int columns, Arena *arena);
// Who gives what comes from nothing else: "the lesson".
const char *view_giver(const Walk *walk);
