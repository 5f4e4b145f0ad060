// The arguments of a call bound to the parameters of a signature, which is a text: of functions in
// C
// ("self, item, /"), of rows of the table of operations ("input: Tensor, dim: int? = None"), and of
// functions of the library that represent operations.
#pragma once

#include "lang/value.h"

enum { MAX_PARAMETERS = 12 };

typedef struct SignatureParameter {
    Str name, type, fallback;
    bool optional;     // may be None
    bool has_fallback; // need not be given
    bool positional_only, keyword_only, rest, keywords;
} SignatureParameter;

typedef struct Signature {
    SignatureParameter parameter[MAX_PARAMETERS];
    int count;
    bool is_cast; // of an operation: its inputs are converted to `cast_to` first (torch.autocast)
    DType cast_to;
} Signature;

typedef struct ArgBinding {
    const char *name; // in messages
    const SignatureParameter *parameter;
    Value given[MAX_PARAMETERS]; // NOTHING: not given
    int count;
    bool method;     // self is not counted in messages
    bool is_native;  // Python's messages, not PyTorch's
    Tensor **number; // those made for this call
    int number_count;
} ArgBinding;

// A signature as it is read once for each `key`, the text or the row.
Signature *signature_read(Run *run, const void *key, const char *text);
// A parameter that may be given by its name, or -1.
int binding_find(const ArgBinding *binding, Str name);
// Binds them; self is there already. False: they do not fit, or something is missing.
bool binding_bind(Run *run, ArgBinding *binding, const Args *args);
