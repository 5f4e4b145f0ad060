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

// `text`, which names the entry's output, as a part of its role (base/mark.h); without a role as it
// is. An operand of written arithmetic is marked in any case.
const char *role_mark(const Trace *trace, int entry, const char *text, Arena *arena);
const char *role_mark_operand(const Trace *trace, int entry, const char *text, Arena *arena);
// Code of the program that made the entry: each name in it, with its indices, as a part of the role
// that it had there.
const char *role_mark_code(const Trace *trace, int entry, const char *code, Arena *arena);
Role role_of_mark(int kind);
bool mark_is_operand(int kind);
