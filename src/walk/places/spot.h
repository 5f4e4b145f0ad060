// Spots: places of a walk to come back to, in another run of its program, too. Marks are spots that
// the reader gave a letter, a to z; the session's state remembers them.
#pragma once

#include "walk/walk.h"

Spot spot_here(const Walk *walk);
// To the spot, or as near to it as the program goes now: what is left of it may be the statement or
// the step alone.
void spot_go(Walk *walk, const Spot *spot);
// To a place of the same run, whatever calls were stepped into since.
void spot_go_back(Walk *walk, const Spot *spot);
// A spot of another run of the walk's program, in this one and in that iteration of its loop.
Spot spot_now(const Walk *walk, const Trace *former, const Spot *spot, int64_t iteration);
// Is its cell there, in the trace as it is now?
bool spot_has_cell(const Walk *walk, const Spot *spot);
// "scores[0,1]", or the title of the step.
const char *spot_title(const Walk *walk, const Spot *spot, Arena *arena);

// Gives the place at hand a letter. False: it is none.
bool walk_mark(Walk *walk, char letter);
// The mark of a letter, or NULL.
const Spot *walk_marked(const Walk *walk, char letter);
// Goes to a mark, leaving a place to jump back to. False: there is no such mark.
bool walk_go_to_mark(Walk *walk, char letter);
