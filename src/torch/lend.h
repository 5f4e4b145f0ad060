// A tensor of the trace under a name at the top level, so that one more line can be run on it even
// where the program knows it only inside of a call.
#pragma once

#include "lang/run.h"

// `name` is an identifier; what the program called so is hidden from what is run after this. False:
// no memory.
bool run_lend_tensor(Run *run, Str name, Tensor *tensor);
