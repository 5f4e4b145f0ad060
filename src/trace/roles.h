// What part a tensor plays in attention: it gives a matrix its letter and its colour.
#pragma once

#include "trace/trace.h"

typedef enum Role {
    ROLE_NONE,
    ROLE_INPUT,
    ROLE_KEY,
    ROLE_QUERY,
    ROLE_VALUE,
    ROLE_SCORE,
    ROLE_WEIGHTED,
    ROLE_OUTPUT,
    ROLE_COUNT,
} Role;

bool role_from_name(Str name, Role *role); // "input" … "output"

// The usual names: x, inputs, k, keys, W_K, w_key, key_layer, attn_scores, weights, y, outputs …
// Weights have the role of what they make.
Role role_of_name(Str name);

// The role of an entry's output: what the lesson says of its name, else its name; a tensor that
// was only moved (keys.T) plays the role of what was moved.
Role role_of(const Trace *trace, int entry);
