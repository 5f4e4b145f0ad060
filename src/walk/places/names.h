// The tensors that the lesson gives names to, in the order of the program, and how far each is.
#pragma once

#include "walk/walk.h"

typedef enum NameState { NAME_DONE, NAME_CURRENT, NAME_TO_COME } NameState;

// Of names beside a cell's tensor: is it made from them, or are they made from it, at once?
typedef enum NameFlow { FLOW_NONE, FLOW_SOURCE, FLOW_FED } NameFlow;

typedef struct Name {
    const char *name;
    int entry; // what it is bound to; of several in one step the last
    int step;
    NameState state;
    NameFlow flow; // from names_flow()
} Name;

// How many there are, at the walk's place; they live in `arena`.
int names_of(const Walk *walk, Arena *arena, Name **names);

// Through operations that have no name, as far as these are near: it is asked with each frame.
void names_flow(const Walk *walk, Name *names, int count, Cell cell, Arena *arena);
