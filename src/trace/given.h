// Numbers that the program gave (torch.tensor([...]), torch.rand(...), the first weights of a
// layer), and others put in their place.
//
// A given tensor is known from run to run by the expression that made it and by how many times
// that one had made a tensor before. An override takes the place of one of its cells as soon as it
// is made, before the program sees it.
#pragma once

#include "trace/explain.h"

typedef struct Override {
    const char *text; // the expression: a piece of the program, or of the library, whose text
    int start, end;   // outlives the run
    int nth;          // tensors that it gave before this one
    Index at;         // of the cell
    double value;
    double before; // what the cell held when it was described
} Override;

// The same numbers in place of others, for a run that ends before the arena.
GivenNumbers given_numbers(const Override *overrides, int count, Arena *arena);

// The given cell that `cell` is, or that was only moved to it. False: it was computed, or is a
// number that no tensor holds.
bool given_cell(const Trace *trace, Cell cell, Cell *given);

// What would take the place of a given cell; value is what it holds now.
Override given_describe(const Trace *trace, Cell given);
// The cell that an override is about, in a trace. False: nothing was given there.
bool given_find(const Trace *trace, const Override *override, Cell *given);
bool given_same(const Override *a, const Override *b); // the same cell
