// The outline of a walk: steps, statements, calls and operations with their shapes, as a tree.
//
// What a loop does again and again is folded into one row that says how many times: calls and
// operations with one source are equal siblings. So are neighbours from several lines that read the
// same: three lines "x = block(x)". A folded row has each of the times inside of it.
#pragma once

#include "walk/walk.h"

typedef struct OutlineRow {
    Stage stage;      // of a folded row the first of them
    const char *code; // of a loop and of one time of it: what it is called; else NULL
    int depth;        // in the tree
    int end;          // of the rows inside: they follow, up to this one
    bool is_step;     // of a file with many tensors: all that belong to a module are inside
    int times;        // folded: how many are inside; else 0
    bool is_followed; // a loop of which not each time is inside; the code says how many there are
    int typical;      // the row that represents all of these: the longest
    uint64_t made_of; // alike for rows that do the same, wherever they are
} OutlineRow;

// ---- outline_rows.c ----

// All rows; each is followed by what is inside of it.
int outline_rows(const Walk *walk, Arena *arena, OutlineRow **rows);

// Is it the construction of a module? These stay closed until the reader opens them.
bool outline_is_construction(const Walk *walk, const OutlineRow *row);

// ---- outline.c: printed ----

// One line, without its end: the code, indented to `depth`, and the shapes; a closed row with
// something inside begins with "+".
const char *outline_line(const Walk *walk, const OutlineRow *row, int depth, bool closed,
                         int columns, Arena *arena);

// All of it, each line terminated; `step` from 0, or -1 for all steps. Of what is folded one is
// written, and what was written before is not written again.
void outline_print(const Walk *walk, int step, int columns, Buf *out);
