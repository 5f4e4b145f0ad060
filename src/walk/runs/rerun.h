// Running a lesson's program again with other numbers, without losing the reader's place.
//
// Two runs are alive at once: the original one, and the one with edits, which the walk then shows.
// What a run left is walk->ran; walk->original has that of the other.
#pragma once

#include "tensor/differ.h"
#include "trace/record/override.h"
#include "walk/places/spot.h"

// Runs the program with the edits in force; with none, the original run is back. The reader stays
// where he was as far as the program still comes there, and answers stay. False: it was stopped,
// and all is as before.
bool walk_rerun(Walk *walk);

// Runs the program with the edits in force and one more (or NULL) beside the walk, which stays as
// it is and becomes `other->original`. To be ended with walk_beside_free(). False: it was stopped.
bool walk_run_beside(Walk *other, const Walk *walk, const Override *what);
void walk_beside_free(Walk *other);
Walk walk_unrun(const Walk *walk); // for another run of its program with walk_run()

// Does the program take the same way as the original, through operations of the same shapes?
bool walk_goes_same_way(const Walk *walk);

// What the runs of a walk hold together.
size_t walk_bytes(const Walk *walk);

// Runs the program into the walk's empty fields, beside runs that hold `beside` bytes. The rest is
// up to the caller. (open.c)
void walk_run(Walk *walk, OtherNumbers others, size_t beside);
// The same with the edits of `walk` that are in force, and one more, or NULL.
void rerun_edited(Walk *to, const Walk *walk, const Override *what, size_t beside);
// Moves what a run left from one walk to another.
void rerun_take(Walk *to, const Walk *from);
Walk rerun_lift(Walk *walk); // which is free for another one then
// The original run is put aside, so that the walk's fields are free for one with edits.
void rerun_put_aside(Walk *walk);
// What the reader has done in the run before goes over to the walk's own, by what corresponds in
// the two (trace/record/counterpart.h): calls stepped into, answers, places; and it goes to the
// spot. `is_new`: it has run just now.
void rerun_carry_over(Walk *walk, const Walk *former, bool is_new, const Spot *spot);
// Frees what the run left.
void walk_rerun_free(Walk *walk);

// Do the operations of a step take less than `most` together, as op_work() counts? About 10000 are
// a millisecond. Step -1: those of the whole program, with what it makes from nothing.
bool walk_work_is_less(const Walk *walk, int step, int64_t most);

// The watcher of the walk is notified that a program begins, and that it has ended; he may stop it.
void rerun_watch_begin(const Walk *walk, bool again);
void rerun_watch_end(const Walk *walk);
Pulse *rerun_watch_pulse(const Walk *walk); // NULL: there is no watcher
bool rerun_watch_stops(const Walk *walk);

// ---- compare.c

// Where the outputs of two runs differ, found out for an entry when it is first asked for: a screen
// asks the same with each frame.
typedef struct ChangedCells {
    Arena arena;
    Differences **of_entry; // NULL: not compared yet
    const int *before;      // of each entry the one of the run that it is compared with, or -1
} ChangedCells;

// For entries of `now`, of a run that is compared with `before`, or, where that is NULL, with what
// its caller knows. Where the two part in a statement, they are together again behind it. Lives in
// `arena`, what it finds until changed_cells_free().
ChangedCells *changed_cells_new(const Trace *now, const Trace *before, Arena *arena);
void changed_cells_free(ChangedCells *changed); // may be NULL

// The two outputs of the entry, of one shape (tensor/differ.h).
const Differences *changed_cells_of(ChangedCells *changed, int entry, const Tensor *before,
                                    const Tensor *now, double rounding);
