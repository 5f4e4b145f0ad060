// Where the object of a method stands in the program, for the tree of calls.
#pragma once

#include "lang/class.h"

// The methods that run, the innermost first; known while the trace records.
typedef struct Owner {
    Value self;
    const char *path; // NULL: it has none
    const struct Owner *outer;
} Owner;

// "model.encoder.layers[0]", in run->scratch; NULL: the program has no name for it.
const char *path_of(Run *run, Value self);
// Is the function found in the class of `self`, or in one that this derives from?
bool function_is_method_of(const Function *function, Value self);
