// Tensors that belong together: the attention weights of each layer of a model.
#pragma once

#include "trace/trace.h"

enum { MOST_HEADS = 1024 }; // that are shown together, in any medium

// The module whose method made the entry, however deep in functions; NULL: none.
const Call *layer_module(const Trace *trace, int entry);
// Is it the same expression, reached through the same calls of the same module?
bool layers_are_same(const Trace *trace, int a, int b);
// Made by modules that one call runs side by side, on the same inputs?
bool layers_are_heads(const Trace *trace, int a, int b);
// The path of what holds them: the module around that of the entry, else what the entry is called.
const char *layer_holder(const Trace *trace, int entry, Arena *arena);
// Made by the modules of one model, all of them; or is it one entry alone?
bool layers_are_of_one_model(const Trace *trace, const int *entries, int count);

// The entries that were made like this one, by the same operation, with the same role and shape; in
// the order of the trace, itself among them. Of a module that made several only one is, that of the
// same run through the model. One that has no role is alone.
int layers_of(const Trace *trace, int entry, Arena *arena, int **layers);
