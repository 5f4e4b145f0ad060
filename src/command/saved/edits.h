// The edits of a walk, remembered from one session to the next or told to another program.
#pragma once

#include "state/state.h"
#include "walk/walk.h"

// Makes the edits of the state beside those that the walk has, with one run for all of them. What
// cannot be made (a cell that is not there any more) is dropped.
void edits_restore(const LessonState *state, Walk *walk);

// Puts the walk's edits into the state, in `arena`.
void edits_keep(LessonState *state, const Walk *walk, Arena *arena);
