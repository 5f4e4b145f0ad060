// The outline of a walk as text: steps, statements, calls and operations with their shapes.
#pragma once

#include "walk/walk.h"

// One line, without its end: the code of the stage, indented by its depth, and the shapes.
const char *outline_line(const Walk *walk, const Stage *stage, int columns, Arena *arena);

// All of it, each line terminated; `step` from 0, or -1 for all steps.
void outline_print(const Walk *walk, int step, int columns, Buf *out);
