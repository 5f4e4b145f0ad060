// The outline on the screen: every call and operation of the lesson, one line each; one of them is
// selected and can be gone to.
#pragma once

#include "tui/app.h"

// The line of the place where the walk is.
int outline_here(const App *app);
// Selects another line; returns whether there is one.
bool outline_move(App *app, int lines);
// Takes the walk to the selected line.
void outline_go(App *app);
// Lines that a page has.
int outline_rows(const App *app);
