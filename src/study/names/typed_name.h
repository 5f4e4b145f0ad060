// Names of tensors and cells as a user types them, and names that are surely read again.
#pragma once

#include "trace/explain/explain.h"
#include "trace/names/labels.h"

// "scores[0,1]" or "scores[0][1]": what a user typed, as a cell; "scores" is its first. Negative
// numbers count from the end. A name may be followed by a call, its number or what it is called
// (att@2, att@layers[0].attn); by which one of its name it is (x₂, or x@2 where no call gives the
// name); and by a line, "x (line 12)[0]". Errors: unknown name (with the nearest), not a tensor,
// too few, too many or too large indices.
bool cell_parse(const Trace *trace, Str text, Cell *cell, Error *error);

// The same for "scores" or "scores[0]", naming a tensor or a slice of it: the indices not given are
// 0, and `*indices` says how many were given.
bool trace_parse_tensor(const Trace *trace, Str text, Cell *cell, int *indices, Error *error);
// The tensor of such a name alone, without an index; -1: there is none.
int trace_find_typed(const Trace *trace, Str name);
// A part of a tensor: "scores[0,1]", "weights[0,3]", "weights[:,3]", "weights"; EVERY where an
// index is : or not given.
bool trace_parse_part(const Trace *trace, Str text, Cell *part, Error *error);

// What is between brackets, "0,cat": its parts, at most MAX_DIMS + 1. And one of them as the
// index of the cell in dimension `dim`: a number, or one of the labels, with or without quotes.
int index_parts(Str inside, Str *part);
bool index_parse(const Trace *trace, Str part, int dim, const DimLabels *labels, Cell *cell,
                 Error *error);

// How a part can be asked for: with its call, "weights@layers[0][0,3]", or its line,
// "softmax (line 12)", where the name is not clear. Attention weights without a name are the
// UNNAMED_WEIGHTS of their call, or counted: weights@3.
#define UNNAMED_WEIGHTS "weights"
const char *part_clear_name(const Trace *trace, Cell part, Arena *arena);
