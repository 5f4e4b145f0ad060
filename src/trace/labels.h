// Names for the rows and columns of a tensor, travelling through operations.
//
// A lesson names axes ("#| axes: x = tokens, features"). From there names travel: if moving along
// an axis of the result always moves along the same axis of an input, that axis keeps the input's
// labels. This is read off the operation's `sources`, so no operation says anything of labels:
// the rows of q @ k.T are labelled by q's rows, its columns by k's rows.
#pragma once

#include "trace/trace.h"

// The label of position `at` on dimension `dim` of the entry's output: an item ("cat"), the axis
// name with a number ("k0"), or "" when the axis has no name. In `arena` or longer-lived.
const char *label_at(const Trace *trace, int entry, int dim, int64_t at, Arena *arena);

// The axis name, or NULL.
const char *label_axis(const Trace *trace, int entry, int dim);
