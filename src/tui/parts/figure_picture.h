// A figure as a picture on the screen.
#pragma once

#include "tui/core/canvas.h"

// Draws it in the middle of the area. NULL, or why not: this terminal shows no pictures, the
// numbers are still to come, or the figure cannot be drawn.
const char *figure_picture_draw(Canvas *canvas, Rect area, Cell cell, FigureChoice choice);
