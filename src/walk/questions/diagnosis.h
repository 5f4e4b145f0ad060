// What went wrong with a wrong number.
#pragma once

#include "walk/walk.h"

// Adds what went wrong with a wrong answer, as whole sentences behind "Not 3". What the lesson says
// of it comes first, then the likeliest of the usual mistakes that give it: a simple one before a
// rare one, one in the statement asked for before an earlier one. Two that are as likely are both
// said, of more none. False: nothing is known.
bool diagnosis_add(const Walk *walk, const Question *question, Str given, Buf *says);

// Could the answer, which is a rounding of the value, as well be one of what a usual mistake gives?
bool diagnosis_doubts(const Walk *walk, const Question *question, Str given);

// What a lesson says, as plain text.
const char *diagnosis_text(const Walk *walk, const Paragraph *says, Arena *arena);

// Usual mistakes with an expression that is no cell of a tensor: a product of sizes, a count.

// Gives the question its hints, and the mistakes that can be made with the expression, or where it
// is a name, with what was assigned to it: a factor forgotten, numbers added and not multiplied, a
// condition the wrong way round, everything counted. Nothing is evaluated that could have effects.
void written_mistakes(Walk *walk, Question *question, const Source *expression);

// The hint of a cell that the lesson gives: what it was made of.
void written_given(Walk *walk, Question *question);
