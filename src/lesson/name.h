// The name of a lesson, from its file name.
#pragma once

#include "base/str.h"

// "lessons/01-eight-steps.md" -> "eight-steps", and 1 to `*number`; a file that is not numbered
// gets 0. `number` may be NULL.
const char *lesson_name(const char *path, int *number, Arena *arena);
