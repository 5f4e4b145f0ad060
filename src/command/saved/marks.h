// The marks of a walk, remembered from one session to the next.
#pragma once

#include "state/state.h"
#include "walk/walk.h"

// Gives the walk the marks that are remembered. Of another text only their steps mean something.
void marks_restore(const LessonState *state, Walk *walk);

// A mark as the state has it, under a name, and back.
StateMark mark_saved(const Walk *walk, const Mark *mark, const char *name, Arena *arena);
Mark mark_restored(const Walk *walk, const StateMark *kept);

// Puts the walk's marks into the state, in `arena`. Those that are as they were in `before` stay as
// the state has them: another session may have set them since.
void marks_keep(LessonState *state, const LessonState *before, const Walk *walk, Arena *arena);
