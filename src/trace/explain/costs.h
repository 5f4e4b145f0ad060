// What a run costs, summed over operations: those of a call, a statement, a step of the lesson.
#pragma once

#include "tensor/cost.h"
#include "trace/trace.h"

Cost trace_cost(const Trace *trace, int first_entry, int entry_end);

// Of all that was done to make what an entry holds: the operation, or the call of the program that
// it happened in.
Cost trace_cost_of_making(const Trace *trace, int entry);

// Of a step, or (-1) of all. What an assert computes does not count. `*left_out` is set to the
// operations that were not recorded, and so not counted.
Cost trace_cost_of_step(const Trace *trace, int step, int64_t *left_out);

// "1,234,567"
void cost_write(Buf *out, int64_t count);
