// The iterations of a loop.
#pragma once

#include "tui/core/app.h"

// To an iteration, counted from 0, of the loop at hand; what came of it is said.
bool film_go(App *app, int iteration);
