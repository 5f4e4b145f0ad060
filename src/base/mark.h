// Text that says what its parts are: a part is between two marks, which are noncharacters of
// Unicode (a program's own) and take no columns. Code that draws the text reads them.
#pragma once

#include "base/arena.h"

#include <stdint.h>

enum { MARK_END, MARK_KINDS = 32 };

const char *mark_text(Arena *arena, int kind, const char *text);
int mark_kind(uint32_t code);            // -1: it is no mark
const char *mark_skip(const char *text); // the text behind the mark that it may begin with
