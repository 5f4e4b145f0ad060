// The tensors that a lesson's code assigns, in the order of the program. Of several values that one
// statement gives to a name (a loop) only the last counts.
#pragma once

#include "trace/trace.h"

typedef struct Assigned {
    int step;             // of the lesson
    const Source *source; // of one code block, or NULL: any
    int binding;          // the current one, an index into trace->bindings
} Assigned;

Assigned assigned_in_step(int step);
Assigned assigned_in_code(int step, const Source *source);

// Goes on to the next one; false after the last.
bool assigned_next(Assigned *assigned, const Trace *trace);

// Does the code of its statement itself show all of its numbers?
bool entry_is_written_out(const Trace *trace, int entry);
