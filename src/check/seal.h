// Have the numbers of a lesson changed since they were read?
//
// Not every number in a text can be computed: a year, "row 1 belongs to query 1", the wrong choice
// of a prediction. Who has read them all may seal them, with a comment on the last lines:
//
//     <!-- seal: 3f2a 99b1 … -->
//
// It has a short sum for what is above the first step and one for each step, over all numbers
// there, in digits or in words. A lesson without a seal is none the worse.
#pragma once

#include "base/text/patch.h"
#include "lesson/lesson.h"

// False: the error says in which step a number is another, and what the seal would be now.
// `*sealed` says whether there is one.
bool seal_holds(const Lesson *lesson, Arena *arena, bool *sealed, Error *error);

// The seal, once the rest of the lesson is as it shall be: `corrected` is parsed from the result of
// the patch so far. Without a seal nothing is sealed.
void update_seal(const Lesson *corrected, Patch *patch);

// The last line that begins with the comment; the comment goes on to its end. False: there is none.
bool seal_find(Str text, Span *seal);
