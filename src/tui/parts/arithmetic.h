// The arithmetic of one cell as two or three lines whose terms are under each other.
#pragma once

#include "tui/core/canvas.h"

// The cells of one input that the number is made from, as a block: "keys[1,:]"; "" for none.
const char *arithmetic_input(const Canvas *canvas, const Arithmetic *arithmetic, int input);

// Rows that the numbers alone take, up to three; where they take more: one, with the terms
// around the current one.
int arithmetic_rows(Canvas *canvas, int columns, const char *name, const Arithmetic *arithmetic);
// Draws them: "scores[0,1] = 1*4 + 0*4 + 2*0  = 4".
void arithmetic_draw_row(Canvas *canvas, Rect area, const char *name, const Arithmetic *arithmetic);

// Draws into the top of `area`; returns how many rows it took.
int arithmetic_draw(Canvas *canvas, Rect area, const char *name, const Arithmetic *arithmetic);
