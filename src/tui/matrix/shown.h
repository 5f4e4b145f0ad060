// What the screen at hand shows of a matrix: the walk, the large matrix, the heads, the lines.
#pragma once

#include "tui/app.h"

Cell shown_cell(const App *app); // the selected one, in the slice that is shown; entry -1: none
bool shown_is_average(const App *app); // of heads: no matrix of the trace
