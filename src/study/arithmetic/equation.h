// An operation, or a call, written as an equation: which tensors are in it, and the signs
// between.
#pragma once

#include "trace/trace.h"

// Operands and result, in order, as entries; the result is the last. `call` NULL: the operation of
// `entry`; else the call, whose result `entry` is. `*entries` in `arena`. Returns how many.
int equation_entries(const Trace *trace, int entry, const Call *call, Arena *arena, int **entries);

// Which input of the operation is at place `i`, and at which place input `i` is: of a trace
// that is read in columns, a product has its operands in the other order.
int equation_input(const Trace *trace, int entry, const Call *call, int i);

// What is to the left of operand `i` of `inputs`, or of the result for i == inputs: "",
// "  @  ", "softmax( ", ", ", " )  =  ".
const char *equation_sign(const Trace *trace, int entry, const Call *call, int i, int inputs,
                          Arena *arena);

// Which of `operands` is left out next where there is no room for all, after `gone` others were:
// those in the middle from behind, then the last one, then the first.
int equation_gives_way(int operands, int gone);
