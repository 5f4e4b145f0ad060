// The parts of the screen of the walk, each in the file of its name, but view_map (view_title.c)
// and view_progress (view_status.c); and what several of them ask.
#pragma once

#include "terminal/text.h"
#include "tui/parts/equation.h"

View view_title, view_map, view_equation, view_inspector, view_lesson, view_progress, view_status,
    view_left;

// The arithmetic of the selected cell, of which there must be one, and below it what else is known
// of it; returns the rows of the arithmetic. (view_inspector.c)
int inspector_draw_cell(Canvas *canvas, Rect area);

int left_rows(const App *app, Arena *arena); // of view_left; 0: nothing yet

// The code that made an entry, on one line: "scores = queries @ keys.T" (view_equation.c).
const char *view_entry_code(const Walk *walk, int entry, Arena *arena);
// The same where it can be read whole in `columns` columns, else the entry's name, or "x: given by
// the lesson".
const char *view_entry_title(const Walk *walk, int entry, int columns, Arena *arena);
// All of it on rows of their own below the rule of the equation, where the rule has no room for it;
// else no lines.
Text view_equation_code(const App *app, Rect part, Arena *arena);
// Who gives what comes from nothing else: "the lesson".
const char *view_giver(const Walk *walk);

// Where the parts are, and those of the notes, which are laid out like it. (walk_layout.c)
Layout walk_layout(const App *app, Arena *arena);
// The same of an equation that is measured already.
Layout walk_layout_of(const App *app, const Equation *equation, Arena *arena);

// Levels of arithmetic that are shown: those that were asked for, four on the largest screens.
int walk_depth(const App *app);

// The first screen of a lesson: what this is, what to press, what the marks mean. (welcome.c)
// Its rows without the rule; 0: on a small screen it gives way to the lesson, which the reader has
// begun; -1: the walk is not where a lesson begins, with nothing done yet.
int welcome_rows(const App *app);

// Draws it into the part of the screen that else shows arithmetic. False: it is not here.
bool welcome_draw(Canvas *canvas, Rect part);
