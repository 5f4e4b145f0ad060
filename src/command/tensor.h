// The tensor that a command line names, or means.
#pragma once

#include "walk/walk.h"

// "scores", "wv[0]", "weights[0,\"cat\"]", as trace_parse_tensor() reads them; or any expression of
// Python, "attn[:, 0:8].mean(0)", "a - b", over what the program has after its run: it is evaluated
// and recorded as one more line. Names in it may be typed as those of tensors are (blocks.0.attn,
// att@2). `*given`: the number of indices of the cell that were given. Errors: those of Python.
bool tensor_named(const Walk *walk, Str text, Cell *cell, int *given, Error *error);

// The same as a separate tensor.
bool tensor_named_part(const Walk *walk, Str text, Cell *cell, Error *error);

// The same, of which a matrix is left: a slice with less than two dimensions is an error.
bool tensor_named_matrix(const Walk *walk, Str text, Cell *cell, int *given, Error *error);

// A cell of one: "scores[0,1]", "layer5[0].mean(0)[3,4]". Errors: also those of cell_parse().
bool tensor_named_cell(const Walk *walk, Str text, Cell *cell, Error *error);

// An expression for a tensor of the program. NULL: the error is set, there is no memory.
const char *tensor_code(const Walk *walk, int entry, Error *error);
// The entry that code of ours (library/_picks.py) makes, which is called `title`; -1: the error is
// set.
int tensor_evaluated(const Walk *walk, const char *title, const char *code, Error *error);

// Of attention weights an axis that nothing says what it is, and how to say it; is there one?
bool tensor_say_open(const Walk *walk, int entry, Buf *messages);

typedef bool TensorFits(const Trace *trace, int entry, const void *context);
bool tensor_has_axes(const Trace *trace, int entry, const void *context); // it is no single number

// The tensor to show when none is named, of those that fit: the attention that is first in the
// contents, at any depth of calls; without any the last of those with most merit; -1: there is
// none. `messages` (may be NULL) say which was chosen and how to name the others.
int tensor_meant(const Walk *walk, TensorFits *fits, const void *context, Buf *messages);
