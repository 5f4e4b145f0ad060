// What a usual mistake somewhere in a computation does to what follows.
//
// The mistakes are those that the rows of the operations declare (tensor/mistake.h). One is made at
// an entry of the trace, and the entries after it are computed again from what it gives; the trace
// itself stays as it is.
#pragma once

#include "base/machine/pulse.h"
#include "tensor/mistake.h"
#include "trace/explain/explain.h"

// The outputs that a mistake alters, from the entry where it is made.
typedef struct Alteration {
    const Trace *trace;
    const Mistake *mistake;
    int entry;        // where it is made
    const int *chain; // entries that may be computed again, in order; NULL: all of them
    int chain_count;
    bool everywhere;   // wherever the same code runs after that, too: in a loop, in a function
    Pulse *pulse;      // of a watcher, which may stop it; or NULL
    size_t most_bytes; // of what is computed again, below the usual limit; 0: none
    int late;          // the entry that is still to be done, after the next shares; -1: none
    Tensor **output;   // of entry + i; NULL: the same as recorded
    bool *failed;      // of entry + i: what the mistake gives does not fit there
    int count;
    MistakeWork work;
} Alteration;

// Makes the mistake at `entry` and computes what follows, up to `last`, of the entries in `chain`.
// False: the mistake cannot be made there, or it was stopped. Either way end with mistake_undo().
bool mistake_make(Alteration *alteration, const Trace *trace, const Mistake *mistake, int entry,
                  int last);
void mistake_undo(Alteration *alteration);

// The output of an entry as it is after the mistake: the recorded one where nothing changes, NULL
// where the mistake does not fit.
const Tensor *mistake_output(const Alteration *alteration, int entry);

// The tensors of a run that are outputs of the entries, and how they were read.
typedef struct Replaced {
    Tensor **tensor, *was;
    int count;
} Replaced;

// Has the run's tensors read what the mistake gives; mistake_put_back() must come before anything
// changes the trace.
Replaced mistake_put(const Alteration *alteration, Arena *arena);
void mistake_put_back(const Replaced *replaced);

// What is done: "keys was not transposed".
const char *mistake_words(const Trace *trace, const Mistake *mistake, int entry, Arena *arena);

// Does the operation turn cells into shares of 1?
bool mistake_gives_shares(const OpCall *call);

// What one mistake makes of a cell.
typedef struct MistakeValue {
    const Mistake *mistake; // NULL: nothing was computed wrongly, another cell was taken
    int entry;              // where the mistake is made
    double value;
    bool is_careless; // no mistake of method: another cell was taken, a product forgotten
    bool is_shown;    // it is the number of another cell, `from`
    Cell from;
    int rarity;        // 0 … 2: of what gives the same number, the least rare is most likely
    bool is_idle;      // it changes nothing that the cell is made from, nor how
    const char *words; // "keys was not transposed (you used column 1 of keys; k1 is row 1)"
} MistakeValue;

// The values that the usual mistakes give for the cell, those nearest to it first: mistakes of the
// operations that it was computed from, among the entries from `first_entry` on, then other cells
// of the same tensor (row for column, another row, slice or column), then its sum of products with
// one left out or added up wrongly. What gives no number is left out. Work and memory are bounded.
// Everything is in `arena`.
int mistake_values(const Trace *trace, Cell cell, int first_entry, Arena *arena,
                   MistakeValue **values);
