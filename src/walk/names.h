// The tensors that the lesson gives names to, in the order of the program, and how far each is.
#pragma once

#include "walk/walk.h"

typedef enum NameState { NAME_DONE, NAME_CURRENT, NAME_TO_COME } NameState;

typedef struct Name {
    const char *name;
    int entry; // what it is bound to; of several in one step the last
    int step;
    NameState state;
} Name;

// How many there are, at the walk's place; they live in `arena`.
int names_of(const Walk *walk, Arena *arena, Name **names);
