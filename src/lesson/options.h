// "#| key: value" lines at the top of a code block.
#pragma once

#include "lesson/lesson.h"

// Fills code->options from code->source. Several names of one key may share a line, with ";"
// between them: each becomes an option of its own.
bool options_read(CodeBlock *code, Arena *lesson_arena, Error *error);
