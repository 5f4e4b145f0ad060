// The signature of a row (Op.signature), read: "input: Tensor, dim: int? = None" as a list of
// parameters. The run keeps it as long as it lasts.
#pragma once

#include "lang/interp.h"

enum { MAX_OP_PARAMETERS = 12 };

typedef struct OpParameter {
    Str name, type, fallback;
    bool optional; // may be None
    bool has_fallback;
    bool keyword_only, rest; // of a builtin of the library: *rest
} OpParameter;

typedef struct OpSignature {
    OpParameter parameter[MAX_OP_PARAMETERS];
    int count;
    bool is_cast; // its inputs are converted to `cast_to` first: torch.autocast is on
    DType cast_to;
} OpSignature;

OpSignature *op_signature_of(Run *run, const Op *op);
// Is it an input of the operation, not one of its arguments?
bool op_parameter_is_input(const OpParameter *parameter);
