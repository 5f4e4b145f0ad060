// Questions on the screen.
#pragma once

#include "tui/view.h"

// What can be done about the question now, and what has been typed: "Your answer: 0.4_".
const char *question_prompt(const App *app, const Question *question, Arena *arena);

// Draws the question at hand, what was said to the last answer, and the choices, into the part of
// the screen that else shows arithmetic. False: there is none.
bool draw_question(Canvas *canvas, Rect part);

// Rows that a question with choices needs there; 0: no choices are to be made now.
int question_rows(const App *app, Arena *arena);
// Do all choices stand there? Then they need not stand in the lesson as well.
bool question_has_room(const App *app, const Question *question, Arena *arena);
