// Switches: what if this operation were another one? No scaling, the softmax along the other axis,
// the mask after it, scores at another temperature; or if it gave another number
// (walk/edits/hold.h)?
//
// A switch is one mistake (tensor/mistake.h) made on purpose at one operation; what follows is
// computed again beside the run, which stays as it is. With a hold the whole program runs again,
// since what it does may follow from it: what a decoder says next.
#pragma once

#include "study/arithmetic/mistake.h"
#include "trace/names/labels.h"
#include "trace/record/film.h"
#include "trace/record/override.h"
#include "walk/runs/rerun.h"

typedef struct Switch {
    const char *name;       // "mask after softmax"
    const char *words;      // what is done: "scores was not divided by 1.7321"
    int entry;              // where
    const Mistake *mistake; // NULL: the temperature, or
    const Override *hold;   //   what is held
    bool is_chosen;         // by the program: its learning rate, its optimizer
    bool is_offered;        // by the lesson: "#| switch: temperature, hold weights[0,3] zero"
    bool keeps_shape;       // of the operation's output, so that cells can be compared
} Switch;

enum { MOST_SWITCHES = 60, MOST_BESIDE = 2 };

typedef struct WhatIf {
    Arena arena;
    Switch *switches;
    int count;
    int step;           // of the lesson, that they are of
    int at;             // the one that is on
    double temperature; // of that switch
    Mistake mistake;
    Alteration *altered;                // what it makes of the run, or
    Walk *other;                        //   the run with what is held
    ChangedCells *changed;              // by the switch that is on
    bool is_on;                         // false: it does not fit here
    bool was_stopped;                   // what was asked for last, by who watches: nothing changed
    struct WhatIf *beside[MOST_BESIDE]; // those that are kept beside it, the oldest first
    int beside_count;
} WhatIf;

// The switches of the operations of a step: those that the lesson offers, those of the operation at
// hand, the others. The first one is turned on. False: there are none, or it was stopped. Either
// way end with whatif_close().
bool whatif_open(WhatIf *whatif, const Walk *walk, int step);
// The same of the step of the operation that is shown, which may be one gone to; where that step
// has none, of the step that the walk is in.
bool whatif_open_at_hand(WhatIf *whatif, const Walk *walk);
int whatif_step_at_hand(const Walk *walk); // the one that is looked at first
void whatif_close(WhatIf *whatif);
// Is it done in no time? Large products take theirs.
bool whatif_is_quick(const Walk *walk, int step);
// The step nearest to this one that has switches, the next one first; -1: no other has.
int whatif_nearest_step(const Walk *walk, int step);

bool whatif_turn(WhatIf *whatif, const Walk *walk, int by); // to another switch; false as below
bool whatif_warmer(WhatIf *whatif, const Walk *walk,
                   int by); // another temperature, where it has one

int whatif_number(const WhatIf *whatif, Str name); // of the first switch of that name; -1: none

// The same, as typed; false: it is no temperature, or not from 0.25 to 64, or it was stopped.
bool whatif_set_temperature(WhatIf *whatif, const Walk *walk, double to);

// Keeps what the switch at hand does, to be seen beside others; of one too many the oldest goes.
// One that is kept already is let go.
void whatif_keep(WhatIf *whatif);
enum { MOST_SIDES = MOST_BESIDE + 1 };
// What is kept and is another switch than that at hand, or another temperature; then that at hand.
int whatif_sides(const WhatIf *whatif, const WhatIf *sides[MOST_SIDES]);
// "temperature 2", "not transposed"
const char *whatif_title(const WhatIf *whatif, Arena *arena);

// The entries that come out otherwise, in the order of the program, also those of what is kept
// beside it: the switched one, and those with a name after it.
int whatif_entries(const WhatIf *whatif, Arena *arena, int **entries);
// How many cells of an entry are others; -1: it has another shape, or cannot be computed.
int64_t whatif_changed_cells(const WhatIf *whatif, int entry, int64_t *cells);
// What an entry's output is then, or NULL: it cannot be computed.
const Tensor *whatif_output(const WhatIf *whatif, int entry);
// What its rows and columns represent then.
DimLabels whatif_labels(const WhatIf *whatif, int entry, int dim);
// A cell of the slice to look at: with a hold the first one that comes out otherwise.
Index whatif_slice(const WhatIf *whatif, const Walk *walk, int entry);
// What the loop at hand is about, as it is and with the switch on. False: there is no such loop, or
// it is not run again.
bool whatif_curves(const WhatIf *whatif, const Walk *walk, const Strip *curves[2]);
// "the program goes another way from line 12 on", NULL: it does not.
const char *whatif_other_way(const WhatIf *whatif, Arena *arena);
bool switch_is_temperature(const Switch *one);

bool whatif_is_offered(const Walk *walk, int step); // does the lesson offer a switch there?
// The names of switches that a block of code offers, one after another.
bool whatif_next_name(Str *rest, Str *name);
// Does a switch of that name fit an operation of the block? Of a hold the error may say why not.
bool whatif_fits(const Walk *walk, const CodeBlock *code, Str name, Error *error);
// All that would fit, one after another, with ", " between; "": none does.
const char *whatif_names(const Walk *walk, const CodeBlock *code, Arena *arena);
