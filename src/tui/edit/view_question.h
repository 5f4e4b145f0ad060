// Where a question is answered.
#pragma once

#include "tui/view.h"

// Draws the question at hand, what was said to the last answer, and the choices, into the part of
// the screen that else shows arithmetic. False: there is none.
bool draw_question(Canvas *canvas, Rect part);
