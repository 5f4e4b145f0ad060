// The first screen of a lesson: what this is, what to press, what the marks mean.
#pragma once

#include "terminal/text.h"
#include "tui/core/canvas.h"

// Is the walk where a lesson begins, with nothing done yet?
bool welcome_is_here(const App *app);
bool welcome_gives_way(
    const App *app);              // to the lesson, which the reader has begun, on small screens
int welcome_rows(const App *app); // without its rule; 0: it is not shown

// Draws it into the part of the screen that else shows arithmetic. False: it is not here.
bool welcome_draw(Canvas *canvas, Rect part);
