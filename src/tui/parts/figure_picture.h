// A figure as a picture on the screen.
#pragma once

#include "tui/core/canvas.h"

// In the middle of the area; false where this terminal shows no pictures, or the figure cannot be
// drawn: then `why` says so, if it is not NULL.
bool figure_picture_draw(Canvas *canvas, Rect area, Cell cell, FigureChoice choice,
                         const char **why);
