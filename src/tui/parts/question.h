// The question at hand, as text.
#pragma once

#include "terminal/text.h"
#include "tui/core/canvas.h"
#include "tui/parts/typing.h"

// What can be done about the question now, and what has been typed: "Your answer: 0.4_".
const char *question_prompt(const App *app, const Question *question, Arena *arena);

// Rows that the question at hand needs where else the arithmetic is, or the reason of the one
// settled just now; 0: neither.
int question_rows(const App *app, Arena *arena);
// The one that is there, so that the lesson need not show it as well; NULL: none does.
const Question *question_beside(const App *app);
// The one that was settled just now, whose reason is to be read; NULL: none.
const Question *question_told(const App *app);
// Is it about the selected cell?
bool question_told_is_here(const App *app);

// What was said to the answer, its number as the screen writes numbers: "shifted[2] is −1."; NULL:
// nothing was.
const char *question_says(const App *app, const Question *question, Arena *arena);

// Draws the question at hand, what was said to the last answer, and the choices, into the part of
// the screen that else shows arithmetic. False: there is none.
bool question_draw(Canvas *canvas, Rect part);
// Draws verdict and reason of question_told(). Returns how many rows they took; 0: there is none.
int question_tell(Canvas *canvas, Rect part);

// ---- answering ----------------------------------------------------------------------------------

extern const TypingKind answering; // an answer is typed

// Takes the key if it begins an answer to the question at hand. False: it means what it always
// does.
bool answer_key(App *app, Key key);

// A question was settled: its reason is shown beside the cells, or where the lesson is all there
// is, in the lesson, and the verdict in a message.
void answer_tell(App *app);

// Answers the question at hand with a choice, from 0.
bool answer_choose(App *app, int choice);
