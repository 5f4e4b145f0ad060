// Two ways to write the same computation. A program of PyTorch has its tokens as rows: q = x @ W_Q,
// and scores are Q @ K.T. Many papers have them as columns: q = W_Q x, and K.T Q. There every
// matrix is transposed: the last two dimensions of a tensor change places, in its shape and in
// the names of its cells. A vector stays a vector.
//
// This is only a way to read a trace. A Cell is the same in both, and no number changes.
#pragma once

#include "trace/trace.h"

// Reads the trace in columns, or in rows again. Called once the run is over.
void trace_read_columns(Trace *trace, bool columns);
bool trace_is_in_columns(const Trace *trace);

// The dimension of the entry's output that is read as its dimension `dim`, and back.
int convention_dim(const Trace *trace, int entry, int dim);
// "row", "column" or "slice": what the positions on a dimension of the output are, as it is read.
const char *convention_dim_name(const Trace *trace, int entry, int dim);
// The same of all coordinates of a cell, and of a shape.
Index convention_index(const Trace *trace, int entry, Index at);
Shape convention_shape(const Trace *trace, int entry, const Shape *shape);
// "(3, 4)" of an entry's output, as it is read.
const char *convention_tuple(const Trace *trace, int entry, Arena *arena);

// Are the inputs of the call read in the other order?
bool convention_turns(const Trace *trace, const OpCall *call);
