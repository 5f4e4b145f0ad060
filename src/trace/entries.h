// The list of entries, as recording sees it.
#pragma once

#include "trace/trace.h"

// Appends an entry whose output is `output`, the trace's own from now on; returns its index. A
// storage that is recorded for the first time gets its version here (Write in trace.h says why).
int entry_record(Trace *trace, const OpCall *call, Tensor *output, Span source);
