// A matrix as a small picture: two parts of it in each character, one above the other, each in the
// colour of its largest number. Where there are no colours a letter says the larger of the two.
#pragma once

#include "study/blocks.h"
#include "study/heat.h"
#include "tui/core/canvas.h"

// All of the matrix in the area, on that scale. It is read from blocks, so that drawing does not go
// through all cells; where there are none, nothing is drawn.
void picture_draw(Canvas *canvas, const Blocks *blocks, HeatScale scale, Rect area);

// The place among `places` in which cell `at` of `size` is shown.
int picture_place(int64_t at, int64_t size, int places);

// " head 3 ", of the selected one "[head 3]", as a title; returns the column behind it.
int picture_title(Canvas *canvas, Rect area, const char *title, bool selected);
// Bars on either side of a picture.
void picture_sides(Canvas *canvas, Rect area, Rect picture, bool selected);
