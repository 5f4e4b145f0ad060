// The figure dialog.
#pragma once

#include "tui/core/app.h"

FigureChoice figure_choice(const App *app); // what would be written
