// Holds: a part of any tensor stays at a value, whatever the program gives or computes there, as a
// forward hook of PyTorch would have it. What follows is computed again and compared, and a hold is
// undone, as an edit is (walk/edits/edit.h).
//
// Typed as "weights[0,3] zero": a tensor or a part of it, then what it is held at:
//     a number, zero
//     uniform   each row shares 1 among its cells; what is exactly 0, as behind a mask, stays 0
//     original  what the program computed before anything was changed
//     from "the dog sat"  what the program computes with this sentence in place of its own
// Of an attention layer, "layers[5].head[3]" is what a head makes of the values (head_part.c).
// "every time" at the end holds it each time that the module, or the function, computes it.
#pragma once

#include "walk/edits/edit.h"

// Of the walk as it is: the part may also be "row", "head" or "head 3" beside the selected
// cell, or missing: the cell, or for uniform its row. Of several tensors with one name it is the
// last.
bool walk_hold(Walk *walk, Str typed, Error *error);
bool walk_hold_part(Walk *walk, Cell part, Str value, Error *error);
// Takes back the holds of what is named, as above; with nothing named all of them. False without an
// error: nothing was held, or it was stopped.
bool walk_release(Walk *walk, Str typed, Error *error);

// Is it the name of what a head of an attention layer makes, or without a head of what all of them
// do? Then its part of the trace. Errors: it is such a name, and there is no such head.
bool head_part_read(const Trace *trace, Str what, Cell *part, bool *is_named, Error *error);

// What was typed, as it would take the place of what the trace has; "=" may precede the value. What
// is from another sentence is not read here.
bool hold_read(const Trace *trace, Str typed, Override *what, Cell *part, Error *error);

// Many at once, with a single walk_rerun() at the end. Names mean what they mean in the run without
// changes.
bool hold_add(Walk *walk, Str typed, Error *error);

// The cell with its last dimensions open: 1 is its row, 2 its matrix.
Cell hold_opened(const Trace *trace, Cell cell, int dimensions);
// The selected cell under its name, or its row as it is seen.
Cell hold_selected(const Walk *walk, bool row);

// Is the part's tensor only a copy or a selection of another, which nothing reads, while the other
// is read? Then it becomes the part of that one: what is held of it is held in its copy as well.
bool hold_source(const Trace *trace, Cell *part);
// The same, and what would take the place of the copy, every time that the other is made.
Override hold_describe(const Trace *trace, Cell *part, Arena *arena);
// Can the part be held? Errors: it is no tensor, has no cells, is another name for what was
// written.
bool hold_check(const Trace *trace, Cell part, Error *error);

// "zero every time", which is read again in the same way.
const char *hold_words(const Override *hold, Arena *arena);
