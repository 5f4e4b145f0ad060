// Functions of torch that are made of several operations: reading their arguments, and calling the
// operations.
#pragma once

#include "lang/interp.h"
#include "torch/torch.h"

// ---- arguments ---------------------------------------------------------------------------------

// Each leaves `*into` as it is where no value is given (NOTHING).
bool int_given(Run *run, const char *function, const char *name, Value value, int64_t *into);
bool bool_given(Run *run, Value value, bool *into);
// f(*items): the only argument may be a sequence that holds them all.
Value all_or_sequence(Value arguments);

// ---- operations --------------------------------------------------------------------------------

Arg int_arg(int64_t i);
Arg bool_arg(bool truth);
Value tuple_of_ints(Run *run, const int64_t *item, int count);

// The row `name` on one tensor, with its arguments ready.
Value apply_row(Run *run, const char *name, Value self, const Arg *arg, int args);
// A function of a module in src/library.
Value call_library(Run *run, const char *module, const char *name, const Value *item, int count);
// The row `name` called as a method; NOTHING where `self` is NOTHING: what made it has failed.
Value call_row(Run *run, const char *name, Value self, const Value *item, int count);
