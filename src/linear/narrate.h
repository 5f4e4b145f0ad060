// A walk in words, for people who listen: each function says one thing, in whole lines.
#pragma once

#include "walk/walk.h"

enum { NARRATE_COLUMNS = 78 };

// The tensor of an entry, as far as it is open: "keys, 3 rows of 3." and its rows.
void narrate_tensor(const Walk *walk, int entry, Buf *out);

// The operation at hand before anything of it is open: its code, what goes in, how it computes.
void narrate_operation(const Walk *walk, Buf *out);

// What the last sub-step has opened: a term, a cell with its arithmetic, the rest.
void narrate_substep(const Walk *walk, Buf *out);

// Where a cell came from: its arithmetic with names and numbers, down to that level, and what it
// feeds.
void narrate_cell(const Walk *walk, Cell cell, int levels, Buf *out);

// What is asked, with the choices.
void narrate_question(const Walk *walk, const Question *question, Buf *out);
void narrate_reason(const Walk *walk, const Question *question, Buf *out);
