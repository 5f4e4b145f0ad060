// Going from one iteration of a loop to another, whether it is recorded or not.
#pragma once

#include "trace/record/loops.h"
#include "walk/walk.h"

// The loop that the reader is in, else the next one of those that are worth telling of, else the
// last; NULL: there is none. `*iteration` is the one that he is in, or -1.
const Loop *walk_loop(const Walk *walk, int64_t *iteration);

// To the place in another iteration (from 0) that is like this one, else to its beginning. If it is
// not recorded the program runs again. False: there is none such, or it was stopped
// (walk_was_stopped), or numbers are held or edited in it (walk_holds_loop).
bool walk_go_to_iteration(Walk *walk, int64_t iteration);

enum { FAR_ITERATIONS = 1 << 30 };
bool walk_move_iteration(Walk *walk, int by); // or ±FAR_ITERATIONS: to the last, to the first

// Must the iterations stay that are recorded, since an edit counts them?
bool walk_holds_loop(const Walk *walk);

// "Stopped after 512 iterations: the walk goes on with what they left.", of the last loop that who
// watches has stopped; NULL: none.
const char *walk_stopped_loop(const Walk *walk, Arena *arena);

// ---- record.c: which iterations are recorded

// Sets them for the run that is about to begin.
void record_windows(const Walk *walk);
// After the first run: where that did not know beforehand how long a loop would be, the program
// runs again for its last iterations, unless it takes long.
void record_ends(Walk *walk, OtherNumbers others);
// Runs the program again with that iteration of loop number `loop` among those recorded. False: it
// was stopped, and all is as before.
bool record_iteration(Walk *walk, int loop, int64_t iteration);
