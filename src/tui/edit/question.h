// Questions on the screen.
#pragma once

#include "tui/view.h"

// What can be done about the question now, and what has been typed: "Your answer: 0.4_".
const char *question_prompt(const App *app, const Question *question, Arena *arena);

// Draws the question at hand, what was said to the last answer, and the choices, into the part of
// the screen that else shows arithmetic. False: there is none.
bool draw_question(Canvas *canvas, Rect part);
