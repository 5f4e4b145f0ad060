// The tensor that a command line names, or means.
#pragma once

#include "walk/walk.h"

// "scores", "wv[0]", or a slice as Python writes it, "attn[:, 0:8, 0:8]", which is taken by the
// program. `*given`: the number of indices of the cell that were given. Errors: as
// trace_parse_tensor().
bool tensor_named(const Walk *walk, Str text, Cell *cell, int *given, Error *error);

// The same as a separate tensor.
bool tensor_named_part(const Walk *walk, Str text, Cell *cell, Error *error);

// The same, of which a matrix is left: a slice with less than two dimensions is an error.
bool tensor_named_matrix(const Walk *walk, Str text, Cell *cell, int *given, Error *error);

// Of attention weights an axis that nothing says what it is, and how to say it; is there one?
bool tensor_say_open(const Walk *walk, int entry, Buf *messages);

typedef bool TensorFits(const Trace *trace, int entry, const void *context);
bool tensor_has_axes(const Trace *trace, int entry, const void *context); // it is no single number

// The tensor to show when none is named, of those that fit: the attention that is first in the
// contents, at any depth of calls; without any the last of those with most merit; -1: there is
// none. `messages` (may be NULL) say which was chosen and how to name the others.
int tensor_meant(const Walk *walk, TensorFits *fits, const void *context, Buf *messages);
