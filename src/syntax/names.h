// Names of a run, each kept once: two names are equal when their pointers are.
#pragma once

#include "base/str.h"

typedef struct Names {
    Arena *arena; // set by the owner
    const char **slot;
    size_t capacity, count;
} Names;

// The one copy of `name`, terminated, in the arena.
const char *name_of(Names *names, Str name);
