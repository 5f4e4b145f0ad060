// Other numbers in the place of those of the program: of what it gives (torch.tensor([...]),
// torch.rand(...), the first weights of a layer) and of what it computes.
//
// A tensor is known from run to run by the expression that makes it, the module or function that
// this is in, and by how many times it had made a tensor there before. Numbers take their
// places as soon as the tensor is made, before the program sees it.
#pragma once

#include "trace/explain/explain.h"

enum { EVERY_TIME = -1 };

typedef struct Override {
    const char *text; // the expression: a piece of the program, or of the library, whose text
    int start, end;   // outlives the run
    uint64_t site;    // of the call that it is in; 0: the top level
    bool is_given;    // the tensor was given, not computed
    int nth;          // tensors that it made before this one; or EVERY_TIME
    Hold hold;        // the part, and what it is held at
    double before;    // what its first cell held when it was described
    // Of a text of the program, or a list of texts, in place of all these: its words, a space
    // between them, and those that it has in the program. NULL: it is about numbers.
    const char *words, *words_before;
    const Trace *donor; // of a hold at what a sentence gives: the run with that; or NULL
    const char *copy;   // of a hold: the copy that it was asked for, which nothing reads; or NULL
} Override;

// The same numbers in place of others, for a run that ends before the arena. `original` is what a
// run without them has left, for those that are held as they were; or NULL.
OtherNumbers overrides_in_force(const Override *overrides, int count, const Trace *original,
                                Arena *arena);

// The given cell that `cell` is, or that was only moved to it. False: it was computed, or is a
// number that no tensor holds.
bool given_cell(const Trace *trace, Cell cell, Cell *given);

// What would take the place of a part of a tensor that was given or computed, `part` being a cell,
// with EVERY where it is all; it is held at the number that it has now.
Override override_describe(const Trace *trace, Cell part);
// The tensor that an override is about, in a trace, from entry `from` on; -1: there is none.
int override_entry(const Trace *trace, const Override *override, int from);
// Its first cell there. False: there is none.
bool override_find(const Trace *trace, const Override *override, Cell *cell);
bool override_same(const Override *a, const Override *b); // the same part
// Is it more than a number given in place of another?
bool override_is_hold(const Override *override);
