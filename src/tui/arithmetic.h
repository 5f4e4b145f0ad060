// The arithmetic of one cell as two or three lines whose terms stand under each other.
#pragma once

#include "tui/view.h"

// Draws into the top of `area`; returns how many rows it took.
int arithmetic_draw(Canvas *canvas, Rect area, const char *name, const Arithmetic *arithmetic);
