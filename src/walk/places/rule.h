// Why? What a teacher would say of a cell: why it is what it is, in words; then of the operation
// that made it, from what its row declares, the rule, the shapes, and what the usual mistakes would
// make of the cell.
#pragma once

#include "walk/walk.h"

typedef struct RuleMistake {
    double value; // that it gives
    const char *words;
} RuleMistake;

typedef struct Rule {
    const char *words; // why_in_words(); NULL: nothing can be said, or may be
    const char *doc;   // what a cell of the result is; NULL: the row does not say
    const char *shape; // of operands and result, in letters; NULL as well
    const char *here;  // "(3,) and (3, 3) -> (3,)"
    const char *name;  // of the cell, and
    const char *made;  //   its arithmetic in names; NULL: there is too much of it, or none
    RuleMistake *mistakes;
    int mistake_count;
    bool tells_values; // the cell may be seen, and so may what the mistakes give
} Rule;

// Of an operation that declares where its cells come from.
Rule rule_of(const Walk *walk, Cell cell, Arena *arena);

// Why the cell is what it is, as far as its numbers may be seen; NULL as above.
const char *why_of(const Walk *walk, Cell cell, Arena *arena);

// What is above the mistakes: "Common mistakes, and what they give here:"
const char *rule_mistakes_title(const Rule *rule);
