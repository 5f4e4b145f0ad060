// From Python's arguments to the inputs and arguments of an operation, in three steps: the
// signature is read, Python's arguments are bound to its parameters, and what is bound is
// converted.
#pragma once

#include "lang/interp.h"
#include "torch/torch.h"

enum { MAX_OP_PARAMETERS = 12 };

typedef struct OpParameter {
    Str name, type, fallback;
    bool optional; // may be None
    bool has_fallback;
} OpParameter;

typedef struct OpSignature {
    OpParameter parameter[MAX_OP_PARAMETERS];
    int count;
} OpSignature;

typedef struct OpBinding {
    const Op *op;
    const OpParameter *parameter;
    Value given[MAX_OP_PARAMETERS]; // NOTHING: not given
    int count;
    bool method;                       // self is not counted in messages
    Tensor *number[MAX_OP_PARAMETERS]; // those made for this call
    int number_count;
} OpBinding;

// ---- op_binding.c ------------------------------------------------------------------------------

const OpSignature *signature_of(Run *run, const Op *op);
// The binding of `binding->op`, with nothing given yet.
void read_binding(Run *run, OpBinding *binding);
// Is it an input of the operation, not one of its arguments?
bool is_input(const OpParameter *parameter);
// A parameter by its name, or -1.
int find_parameter(const OpBinding *binding, Str name);
bool bind_positional(Run *run, OpBinding *binding, const Args *args);
bool bind_keywords(Run *run, OpBinding *binding, const Args *args);
// Has every parameter a value, or a fallback?
bool check_given(Run *run, const OpBinding *binding);
// The error that parameter `at` takes something else. Returns false.
bool wrong_type(Run *run, const OpBinding *binding, int at, const char *expected,
                const char *found);

// ---- op_arguments.c ----------------------------------------------------------------------------

bool add_inputs(Run *run, OpBinding *binding, OpCall *call);
bool add_args(Run *run, const OpBinding *binding, OpCall *call);
