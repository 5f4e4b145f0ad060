// Tensors that belong together: the attention weights of each layer of a model.
#pragma once

#include "trace/trace.h"

// The entries that were made like this one, by the same operation, with the same role and shape; in
// the order of the trace, itself among them. One that has no role stands alone.
int trace_layers(const Trace *trace, int entry, Arena *arena, int **layers);
