// Edits: other numbers in place of those that the program gives, and what follows from them.
//
// An edit names a cell of a given tensor (trace/given.h). After each one the whole program runs
// again, so that everything downstream, printed text and live text follow; the run without edits
// stays for comparison. Each edit can be undone, without limit.
#pragma once

#include "walk/changed_cells.h"
#include "walk/rerun.h"

typedef enum ChangeKind { CHANGE_CELL, CHANGE_RESET_CELL, CHANGE_RESET_ALL } ChangeKind;

// One deed of the reader, in the order in which they are undone.
typedef struct Change {
    ChangeKind kind;
    Override what; // the cell and its new number
    Spot before;   // where the reader was
} Change;

// The given cell that a cell shows, or false: the error says what it is instead, and the hint
// where to find a number that can be edited.
bool edit_input(const Walk *walk, Cell cell, Cell *input, Error *error);

// The first given cell that a cell is computed from, under its name.
bool edit_first_input(const Walk *walk, Cell cell, Cell *input);

// Puts a number, as typed, in the place of the one that the program gave. Errors: no number, one
// that the tensor's dtype cannot hold, a cell that was computed.
bool walk_edit(Walk *walk, Cell cell, Str typed, Error *error);
// Raises or lowers it: by 1 where the program's tensor has whole numbers only, else by 0.1.
bool walk_nudge(Walk *walk, Cell cell, int by, Error *error);
bool walk_undo(Walk *walk); // each returns whether anything was done; else it may be that the run
                            // was stopped
bool walk_redo(Walk *walk);
bool walk_reset_cell(Walk *walk, Cell cell);
bool walk_reset_edits(Walk *walk);

// Was the run that a change asked for stopped? Asked once, it is forgotten.
bool walk_was_stopped(Walk *walk);
#define WALK_STOPPED "Stopped: all is as it was."

// What a number as typed is in a tensor of the dtype.
bool edit_read(DType dtype, Str typed, double *value, Error *error);
// Adds an edit to the list, without running anything.
void edit_put(Walk *walk, Override what);
// What all changes come to: one override for each cell that is edited in the end.
int edit_overrides(const Walk *walk, Arena *arena, Override **overrides);

// Many at once, with a single run at the end: "x[0,1]" and a number (edit_text.c). Of several
// tensors with one name it is the last that the program gave. False: it is none; nothing is run
// yet.
bool edit_add(Walk *walk, Str cell, Str number, Error *error);
bool edits_run(Walk *walk); // false: it was stopped (walk_rerun)
// As if there had never been any; what to run then is up to the caller.
void edits_forget(Walk *walk);

// The edits in force, one for each edited cell, in order; what `cell` says, edit_add() reads.
typedef struct Edit {
    const char *cell; // "x[0,1]", or "#7[0,1]" of the seventh tensor given where no name is clear
    double before, now;
    DType dtype;
    bool is_done; // the program still makes that cell
    Cell input;   // in the walk's trace, if it does
} Edit;

// edit_text.c:
int walk_edits(const Walk *walk, Arena *arena, Edit **edits);

// ---- compare.c: compared with the run without edits

// Is the cell another number than it was? `*before` is that number.
bool walk_changed(const Walk *walk, Cell cell, double *before);
// Where an entry's output changed; NULL: there are no edits, or it is not the same tensor.
const Differences *walk_differences(const Walk *walk, int entry);
// How many cells of it changed, of how many. -1: it is not the same tensor.
int64_t walk_changed_cells(const Walk *walk, int entry, int64_t *cells);
// "1 assert does not hold: line 205", NULL: all hold.
const char *walk_broken_claims(const Walk *walk, Arena *arena);
// "the program goes another way from line 12 on", NULL: it does not.
const char *walk_other_way(const Walk *walk, Arena *arena);
