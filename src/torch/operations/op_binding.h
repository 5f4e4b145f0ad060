// From Python's arguments to the inputs and arguments of an operation: what is bound
// (lang/binding.h) is converted (op_arguments.c).
#pragma once

#include "torch/torch.h"

// The error that parameter `at` takes something else. Returns false.
bool binding_wrong_type(Run *run, const ArgBinding *binding, int at, const char *expected,
                        const char *found);
bool binding_add_inputs(Run *run, ArgBinding *binding, OpCall *call);
bool binding_add_args(Run *run, const ArgBinding *binding, OpCall *call);
// The value that is given for parameter `at`, as its type says. Without a value the fallback.
bool binding_add_arg(Run *run, const ArgBinding *binding, int at, Arg *arg);
// Is it a list or tuple of tensors?
bool binding_check_tensors(Run *run, const ArgBinding *binding, int at);

// Converts the inputs as long as the program is in a torch.autocast that names the operation
// (autocast.c).
bool autocast_inputs(Run *run, OpCall *call);
