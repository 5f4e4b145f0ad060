// The outline on the screen: the tree of calls and operations. One row is selected and can be gone
// to; what is closed opens with Right.
#pragma once

#include "tui/app.h"

// Before it is shown: selects the row of the place where the walk is.
void outline_show_here(App *app);
// Selects another row that is seen; returns whether there is one.
bool outline_move(App *app, int rows);
// Takes the walk to the selected row.
void outline_go(App *app);

// Actions: opens what is closed, else goes inside; closes what is open, else goes out.
bool outline_turn(App *app, int by); // 1: opens; -1: closes

// Selects a row, and opens what it is in.
void outline_select(App *app, int row);
