// What of a walk is kept in its state and given back to the next session: answers, edits, marks,
// and which kinds of operations were seen.
#pragma once

#include "state/state.h"
#include "walk/places/spot.h"
#include "walk/walk.h"

// Gives the questions of the walk the answers that are remembered: what was answered rightly or
// shown is not asked again.
void answers_restore(const LessonState *state, Walk *walk);

// Puts the walk's answers into the state, in `arena`; what is remembered of other questions stays.
void answers_keep(LessonState *state, const Walk *walk, Arena *arena);

// What is remembered of a question, or NULL.
const StateAnswer *answers_find(const LessonState *state, const Question *question);

// Makes the edits of the state beside those that the walk has, with one run for all of them. What
// cannot be made (a cell that is not there any more) is dropped.
void edits_restore(const LessonState *state, Walk *walk);

// Puts the walk's edits into the state, in `arena`.
void edits_keep(LessonState *state, const Walk *walk, Arena *arena);

// Gives the walk what was seen in the other lessons of the library; `key` is its own.
void familiar_restore(const char *key, Walk *walk);

// Puts what was seen in this lesson into the state, in `arena`, beside what is there.
void familiar_keep(LessonState *state, const Walk *walk, Arena *arena);

// Gives the walk the marks that are remembered. Of another text only their steps mean something.
void marks_restore(const LessonState *state, Walk *walk);

// A mark as the state has it, under a name, and back.
StateMark mark_saved(const Walk *walk, const Spot *mark, const char *name, Arena *arena);
Spot mark_restored(const Walk *walk, const StateMark *kept);
const StateMark *mark_named(const LessonState *state, const char *name); // NULL: there is none

// Puts the walk's marks into the state, in `arena`. Those that are as they were in `before` stay as
// the state has them: another session may have set them since.
void marks_keep(LessonState *state, const LessonState *before, const Walk *walk, Arena *arena);
