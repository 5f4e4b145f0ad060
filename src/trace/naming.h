// What tensors are called, as recording sees it.
#pragma once

#include "trace/trace.h"

// The entry that made what `tensor` holds now; records one where there is none (trace.c).
int origin_now(Trace *trace, Tensor *tensor, Span source);

// What is now the tensor `target` is called as the entry was: all names that mean it go over.
void keep_names(Trace *trace, int entry, Tensor *target);
// Another entry for what `before` was, of the same names.
void name_as(Trace *trace, int entry, int before);
