// Tensors that belong together: the attention weights of each layer of a model.
#pragma once

#include "trace/trace.h"

enum { MOST_HEADS = 1024 }; // that are shown together, in any medium

// The entries that were made like this one, by the same operation, with the same role and shape; in
// the order of the trace, itself among them. One that has no role stands alone.
int layers_of(const Trace *trace, int entry, Arena *arena, int **layers);
