// Why? What a teacher would say of a cell: why it is what it is, in words; then of the operation
// that made it, from what its row declares, the rule, the shapes, and what the usual mistakes would
// make of the cell.
#pragma once

#include "walk/walk.h"

typedef struct RuleLine {
    const char *begin, *words; // words NULL: the title of what follows
} RuleLine;

enum { MOST_RULE_LINES = 32 };

// Of an operation that declares where its cells come from. Returns how many lines there are.
int rule_lines(const Walk *walk, Cell cell, Arena *arena, RuleLine *lines);

// Why the cell is what it is (why_in_words), as far as its numbers may be seen; NULL: nothing can
// be said, or may be.
const char *why_of(const Walk *walk, Cell cell, Arena *arena);
