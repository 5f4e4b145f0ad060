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
