// What is in a program, for its reader: the attention matrices, the modules and the weights.
#pragma once

#include "study/attention/attention.h"

typedef enum ContentsKind {
    CONTENTS_ATTENTION,
    CONTENTS_MODULE,
    CONTENTS_WEIGHTS,
    CONTENTS_KINDS
} ContentsKind;

typedef struct ContentsRow {
    ContentsKind kind;
    const char *name;  // "h[0].attn, weights", "transformer.h[0-11]"
    const char *about; // "12 heads, 8×8"; "Block ×24, (1, 8, 96) -> (1, 8, 96)"
    const char *path;  // of the module, or that the attention is in; or NULL
    int entry;         // of what it leads to: of a module that it first returned; or -1
    int call;          // the first one of a module; else -1
} ContentsRow;

// Of attention the last time within the scope; where there is none, the last one. By
// kind, each in the order of the program. Modules that differ in their numbers alone are one row,
// as in a network of twelve equal layers; so are their weights. Returns how many. All is in the
// arena.
int contents_of(const Trace *trace, Sight sight, Arena *arena, ContentsRow **rows);
