// Whether numbers that were drawn for a lesson teach anything.
#pragma once

#include "walk/walk.h"

// NULL where they do. Else what is wrong, as a clause: "values has a row of zeros". Looked at is
// all that follows from `is_drawn` (for each of the first `count` entries of the trace): no row or
// column of zeros in what was drawn, in values and outputs, no softmax that gives a row to one
// cell alone or the same to all, no power of e and no result beyond 100, no output that is the same
// everywhere. Results of more cells than are worked out by hand do not count. In `arena`.
const char *draw_teaches_nothing(const Walk *walk, const bool *is_drawn, int count, Arena *arena);
