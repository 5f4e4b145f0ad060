// Gradients in the trace: which entries are the gradient of which others, and what they are called:
// "d scores", or of a tensor without a name "d (scores / 3 ** 0.5)". What comes through one of
// several uses of x is "d x through y"; what several backward() have added up is "x.grad".
#pragma once

#include "trace/explain/explain.h"

// Notes that the tensor holds what `what` says (its kind, of, through, root and pass), and gives
// the tensor to go on with: another one of the same numbers where the entry that made it is known
// as something else, as both inputs of a sum have the sum's gradient. NULL: the error is set.
Tensor *trace_gradient(Trace *trace, Tensor *tensor, Gradient what, Error *error);
// All of it has come.
Tensor *trace_gradient_whole(Trace *trace, Tensor *tensor, Gradient what, Error *error);

// Of an entry the gradient that it is, or NULL: of one whose tensor is still recorded.
const Gradient *gradient_at(const Trace *trace, int entry);
// All of the gradient of an entry's output that the pass gave (0: the last one), or NULL.
const Gradient *gradient_of(const Trace *trace, int entry, int64_t pass);
// The next one of the same tensor, beginning with the latest (`after` NULL); NULL: no more.
const Gradient *gradient_before(const Trace *trace, int entry, const Gradient *after);

// Does it write to a parameter that backward() has come to, as a step downhill does?
bool entry_is_step(const Trace *trace, int entry);
// Is it computed on the way inside a rule of backward(), and no gradient itself? Who learns to
// differentiate writes no such thing, and makes no mistake in it.
bool entry_is_in_rule(const Trace *trace, int entry);

// Is the entry called "d scores", "scores.grad", as `name` says?
bool gradient_is_called(const Trace *trace, int entry, Str name);
// Gives them their names, when those of the tensors are settled.
void gradients_settle_names(Trace *trace);
