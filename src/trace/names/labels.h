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

// The same; where there is no label, or no such dimension, `before` and the number: "row 3".
const char *label_or_number(const Trace *trace, int entry, int dim, int64_t at, const char *before,
                            Arena *arena);

// The axis name, or NULL.
const char *label_axis(const Trace *trace, int entry, int dim);

// The labels of a whole axis, looked up once.
typedef struct DimLabels {
    const char *axis;         // its name; NULL: it has none, and no labels
    const char *const *items; // NULL: the name with a number
    int item_count;
    int64_t start, step; // position p has item start + p * step
} DimLabels;

DimLabels dim_labels(const Trace *trace, int entry, int dim);
const char *dim_label(const DimLabels *labels, int64_t at, Arena *arena); // as label_at()
// The same, or the number of the position.
const char *dim_position(const DimLabels *labels, int64_t at, Arena *arena);
// The first of `size` positions with that label; -1: none has it.
int64_t dim_find(const DimLabels *labels, int64_t size, Str label);
