// The answers of a walk, remembered from one session to the next.
#pragma once

#include "state/state.h"
#include "walk/walk.h"

// Gives the questions of the walk the answers that are remembered: what was answered rightly or
// shown is not asked again.
void answers_restore(const LessonState *state, Walk *walk);

// Puts the walk's answers into the state, in `arena`; what is remembered of other questions stays.
void answers_keep(LessonState *state, const Walk *walk, Arena *arena);

// What is remembered of a question, or NULL.
const StateAnswer *answers_find(const LessonState *state, const Question *question);
