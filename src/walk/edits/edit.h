// Edits: other numbers in place of those of the program, and what follows from them.
//
// An edit names a cell of a given tensor, a hold any part of any tensor (trace/record/override.h,
// walk/edits/hold.h). After each one the whole program runs
// again, so that everything downstream, printed text and live text follow; the run without edits
// stays for comparison. Each edit can be undone, without limit.
#pragma once

#include "walk/runs/rerun.h"

// A change by the reader, in the order in which they are undone: what is in force after it.
typedef struct Change {
    Override *overrides; // one for each cell that is edited, or part that is held
    int count;
    Spot before; // where the reader was
} Change;

// The given or held cell that a cell shows, or false: the error says what it is instead.
bool edit_input(const Trace *trace, Cell cell, Cell *input, Error *error);

// Where a number for the cell goes: to the given or held cell that it shows; a computed one is held
// at it, or what it is a copy of (hold_source()). Errors: there is no such place.
bool edit_place(const Trace *trace, Cell cell, Cell *place, Error *error);
// Puts a number, as typed, there. Errors: no number, or one that the tensor's dtype cannot hold.
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
// Each adds to the list and runs. False: there was nothing to take back, or it was stopped.
bool edit_make(Walk *walk, Override what);
bool edit_take_back(Walk *walk, Override what);
bool edit_release_all(Walk *walk);
// The last hold in force of the part, or that covers the cell.
bool edit_hold_of(const Walk *walk, Cell part, Override *what);
// What is in force: one override for each edited cell or held part; and the same with another one.
int edit_overrides(const Walk *walk, const Override **overrides);
int edit_overrides_with(const Walk *walk, const Override *what, Arena *arena, Override **overrides);

// Many at once, with a single walk_rerun() at the end: "x[0,1]" and a number, or the name of a
// sentence or a word of it and what it is to be (walk/edits/words.h; edit_text.c). Of several
// tensors with one name it is the last that the program gave. False: it is none; nothing is run
// yet.
bool edit_add(Walk *walk, Str cell, Str number, Error *error);
// As if there had never been any; what to run then is up to the caller.
void edits_forget(Walk *walk);

// The edits in force, one for each edited cell or held part, in order; what `cell` says is read by
// edit_add(), or with what `hold` says, by hold_add().
typedef struct Edit {
    const char *hold;  // "zero every time"; NULL: it is an edit
    const char *copy;  // of a hold: the copy that it was asked for; NULL: it was asked for itself
    int times, of;     // of a hold: tensors in which it is held, of those that are made there
    const char *shown; // of a hold: how `cell` reads best
    const char *cell;  // "x[0,1]", or "#op7[0,1]" where no name is clear
    double before, now;
    const char *word_before, *word; // of words in place of others, else NULL
    DType dtype;
    bool is_done; // the program still makes that cell
    Cell input;   // in the walk's trace, if it does
} Edit;

// edit_text.c:
int walk_edits(const Walk *walk, Arena *arena, Edit **edits);
// "x[0,1] 0 → 3", "weights[0,3] held at zero every time (5 times)".
void edit_write(const Edit *edit, int digits, Buf *out);
// What became of an edit, "x[0,1] 3 → 5"; `before` or `now` NULL: it was not in force, or is not.
void edit_write_change(const Edit *before, const Edit *now, int digits, Buf *out);

// ---- compare.c: compared with the run without edits

// The entry of the run without edits that does the same; -1: there are no edits, or no such entry.
int walk_entry_before(const Walk *walk, int entry);
// The output of the entry without the edits; NULL: there is none of the same shape.
const Tensor *walk_output_before(const Walk *walk, int entry);
// Is the cell another number than it was? `*before` is that number.
bool walk_changed(const Walk *walk, Cell cell, double *before);
// Where an entry's output changed; NULL: there are no edits, or it is not the same tensor.
const Differences *walk_differences(const Walk *walk, int entry);
// How many cells of it changed, of how many. -1: it is not the same tensor.
int64_t walk_changed_cells(const Walk *walk, int entry, int64_t *cells);
// "1 assert does not hold: line 205", NULL: all hold.
const char *walk_broken_claims(const Walk *walk, Arena *arena);
// The first line, of no tensor, that the block prints otherwise than without edits. False: there
// is none.
bool walk_changed_line(const Walk *walk, const CodeBlock *code, Str *before, Str *now);
// "the program goes another way from line 12 on", NULL: it does not.
const char *walk_other_way(const Walk *walk, Arena *arena);

// What is said to readers before the text, where it does not follow what they asked for.
// The text is the author's: it keeps tokens as rows, and its own words. One sentence for each of
// the two that is shown otherwise; NULL: neither is.
const char *notice_text(const Walk *walk, Arena *arena);

// ---- aside.c

// Is the question about a word, in quotes, that no row or column is labelled with any more? Only
// those with choices: a number is computed again.
bool question_is_aside(const Walk *walk, const Prediction *prediction, Str *word);
// "The text does not follow your edits: it says …", of a step that says such words; or NULL.
const char *text_aside(const Walk *walk, int step, Arena *arena);
void questions_put_aside(Walk *walk); // of a run that has just ended
