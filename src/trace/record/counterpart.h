// Which entry of one run is what an entry of another run was, where these record other iterations
// of a loop; and which one of another iteration does the same.
//
// An operation is known by its expression, and by how many times that was come to before in the
// same iteration, or in the same statement outside of them.
#pragma once

#include "trace/record/loops.h"

enum { SAME_ITERATION = -1 };

// The entry of `to` that does what `entry` does in `from`, in iteration number `iteration` of its
// loop. -1: there is none, or it is not recorded.
int counterpart_entry(const Trace *from, int entry, const Trace *to, int64_t iteration);
// The same of a call.
int counterpart_call(const Trace *from, int call, const Trace *to, int64_t iteration);

// Were both made by the same operation in the same code of the program, in whatever run?
bool entry_same_code(const Entry *a, const Entry *b);
// And in the same statement of the run?
bool entry_is_alike(const Entry *a, const Entry *b);
