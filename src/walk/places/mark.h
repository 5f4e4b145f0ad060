// Marks: places of a walk that the reader gave a letter, a to z. They are kept in the walk; the
// session's state remembers them.
#pragma once

#include "walk/walk.h"

// Gives the place at hand a letter. False: it is none.
bool walk_mark(Walk *walk, char letter);

// The mark of a letter, or NULL.
const Mark *walk_marked(const Walk *walk, char letter);

// Goes to a mark, leaving a place to jump back to. Where the program has changed since, to what is
// left of it: the operation, or the step. False: there is no such mark.
bool walk_go_to_mark(Walk *walk, char letter);

// Selects its cell, if that is in the equation at hand.
void mark_select(Walk *walk, const Mark *mark);
// Is the marked cell there, in the trace as it is now?
bool mark_has_cell(const Walk *walk, const Mark *mark);

// The place at hand as a mark without a letter; there must be a stage.
Mark mark_here(const Walk *walk);
// As walk_go_to_mark(), without a place to jump back to.
void mark_show(Walk *walk, const Mark *mark);

// "scores[0,1]", or the title of the step.
const char *mark_title(const Walk *walk, const Mark *mark, Arena *arena);
