// The overview of a large matrix: all of it in a small frame, each character the largest number of
// a block, and in brackets what the window shows.
#pragma once

#include "tui/view.h"

// `all_open`: it is computed, and may be shown; from `low` to `high` goes the ramp.
void overview_draw(Canvas *canvas, const LargeLayout *layout, bool all_open, double low,
                   double high);
