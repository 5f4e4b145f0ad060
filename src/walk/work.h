// How long it takes, roughly, to compute again what a walk shows.
#pragma once

#include "walk/walk.h"

// Do the operations of a step take less than `most` together, as op_work() counts? About 10000 are
// a millisecond. Step -1: those of the whole program, with what it makes from nothing.
bool work_is_less(const Walk *walk, int step, int64_t most);
