// What tensors are called, as recording sees it.
#pragma once

#include "trace/trace.h"

// The entry that made what `tensor` holds now; records one where there is none (trace.c).
int trace_origin_now(Trace *trace, Tensor *tensor, Span source);

// What is now the tensor `target` is called as the entry was: all names that mean it go over.
void naming_keep(Trace *trace, int entry, Tensor *target);
// Another entry for what `before` was, of the same names.
void naming_as(Trace *trace, int entry, int before);

// Says of those entries that share a name how they are distinguished.
void naming_tell_apart(Trace *trace);
// "keys₂", or where only ASCII is shown "keys@2", and "keys#2" of a name known in a call alone.
void naming_write_nth(const Trace *trace, const Entry *entry, int nth, Buf *out);
