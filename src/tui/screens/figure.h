// The figure dialog.
#pragma once

#include "tui/core/app.h"

FigureChoice figure_choice(const App *app); // what would be written

// Of lines of attention, those of the head and the query that the cell lies in.
void figure_choose_lines(const Walk *walk, Cell of, FigureChoice *choice);
