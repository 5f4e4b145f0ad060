// A matrix as a small picture: a character for each part of it, which shows its largest number.
#pragma once

#include "study/blocks.h"
#include "tui/core/canvas.h"

// All of the matrix in the area; from `low` to `high` goes the ramp. It is read from blocks, so
// that drawing does not go through all cells; where there are none, nothing is drawn.
void picture_draw(Canvas *canvas, const Blocks *blocks, double low, double high, Rect area);

// The place among `places` in which cell `at` of `size` is shown.
int picture_place(int64_t at, int64_t size, int places);
