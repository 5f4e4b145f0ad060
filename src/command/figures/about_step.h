// What a step is about, in a sentence of its own.
#pragma once

#include "walk/walk.h"

// The first sentence of the step's prose, as plain text; "" where there is none. In `arena`.
const char *about_step(const Walk *walk, int step, Arena *arena);
