// What of a lesson goes onto a handout.
#pragma once

#include "lesson/lesson.h"
#include "walk/walk.h"

typedef struct PaperPart {
    const Block *blocks;
    int count;
} PaperPart;

// Left out are sentences that speak of keys and of the screen (keys.h), what is to be tried in the
// program ("Try it"), and code that is not to be seen. An exercise ("By hand") becomes a question
// of which the reason is the answer that it has in brackets at its end.
//
// A paragraph that goes on to state the number that was asked for is no longer a part of the
// handout, but of the answer.
PaperPart select_for_paper(const Walk *walk, const Block *blocks, int count, Arena *arena);
