// From Python's arguments to the inputs and arguments of an operation, in three steps: the
// signature is read, Python's arguments are bound to its parameters, and what is bound is
// converted.
#pragma once

#include "torch/signature.h"
#include "torch/torch.h"

typedef struct OpBinding {
    const char *name; // in messages
    const OpParameter *parameter;
    Value given[MAX_OP_PARAMETERS]; // NOTHING: not given
    int count;
    bool method;                       // self is not counted in messages
    Tensor *number[MAX_OP_PARAMETERS]; // those made for this call
    int number_count;
} OpBinding;

// ---- op_binding.c ------------------------------------------------------------------------------

// The binding of a row, with nothing given yet.
void binding_read(Run *run, const Op *op, OpBinding *binding);
// A parameter by its name, or -1.
int binding_find(const OpBinding *binding, Str name);
bool binding_bind_positional(Run *run, OpBinding *binding, const Args *args);
bool binding_bind_keywords(Run *run, OpBinding *binding, const Args *args);
// Has every parameter a value, or a fallback?
bool binding_check_given(Run *run, const OpBinding *binding);
// The error that parameter `at` takes something else. Returns false.
bool binding_wrong_type(Run *run, const OpBinding *binding, int at, const char *expected,
                        const char *found);

// ---- op_arguments.c ----------------------------------------------------------------------------

bool binding_add_inputs(Run *run, OpBinding *binding, OpCall *call);
bool binding_add_args(Run *run, const OpBinding *binding, OpCall *call);
// The value that is given for parameter `at`, as its type says. Without a value the fallback.
bool binding_add_arg(Run *run, const OpBinding *binding, int at, Arg *arg);
// Is it a list or tuple of tensors?
bool binding_check_tensors(Run *run, const OpBinding *binding, int at);
