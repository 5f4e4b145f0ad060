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
    ROLE_WEIGHTS, // attention weights
    ROLE_WEIGHTED,
    ROLE_OUTPUT,
    ROLE_COUNT,
} Role;

bool role_from_name(Str name, Role *role); // "input" … "output"
const char *role_name(Role role);
// Scores or attention weights: of each query with each key.
bool role_is_of_pairs(Role role);

// Has the name one of the words? W_K, keyLayer and layers.3.attn_scores are of several.
bool name_has_word(Str name, const char *words);
// The usual names: x, inputs, k, keys, W_K, w_key, key_layer, attn_scores, weights, y, outputs …
// Weights have the role of what they make.
Role role_of_name(Str name);

// By what the lesson says of an entry's name (`*is_noted`), else by the name itself; a tensor that
// was only moved (keys.T) plays the role of what was moved. What is done with it says more:
// study/axes/role.h.
Role role_by_name(const Trace *trace, int entry, bool *is_noted);

// Text that is marked as of a role, or as an operand of written arithmetic of that role
// (base/mark.h); study/axes/role.h writes it.
enum { MARK_OPERAND = ROLE_COUNT }; // is added to the role
Role role_of_mark(int kind);
bool mark_is_operand(int kind);
typedef const char *RoleMark(const Trace *trace, int entry, const char *text, Arena *arena);
