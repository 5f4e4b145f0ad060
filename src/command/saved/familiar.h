// Which kinds of operations a reader has seen, kept with each lesson and known in all others.
#pragma once

#include "state/state.h"
#include "walk/walk.h"

// Tells the walk what was seen in the other lessons of the library; `key` is its own.
void familiar_restore(const char *key, Walk *walk);

// Puts what was seen in this lesson into the state, in `arena`, beside what is there.
void familiar_keep(LessonState *state, const Walk *walk, Arena *arena);
