// The question at hand, as text.
#pragma once

#include "terminal/text.h"
#include "tui/core/canvas.h"

// What can be done about the question now, and what has been typed: "Your answer: 0.4_".
const char *question_prompt(const App *app, const Question *question, Arena *arena);
// The same, wrapped, and what is wrong with the last answer.
Text question_text(const App *app, const Question *question, int columns, Arena *arena);

int question_choices(const Question *question); // 0: a number is asked
// Rows that a question with choices needs where else the arithmetic stands; 0: no choices are to be
// made now.
int question_rows(const App *app, Arena *arena);
// Whose choices all stand there, and need not stand in the lesson as well; NULL: none's.
const Question *question_with_room(const App *app, Arena *arena);

// Draws the question at hand, what was said to the last answer, and the choices, into the part of
// the screen that else shows arithmetic. False: there is none.
bool question_draw(Canvas *canvas, Rect part);
