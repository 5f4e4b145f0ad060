// The stages of a walk, found in its trace.
#pragma once

#include "walk/walk.h"

typedef struct FamiliarList {
    Arena *arena;
    Familiar *rows;
    int count;
} FamiliarList;

// So many more of the kind; returns how often it was there before.
int familiar_see(FamiliarList *list, const Op *op, int times);

// Fills walk->stages: each step has at least one stage.
void stages_build(Walk *walk);

// The stage that shows an entry, or the call that it was made in.
int stages_find(const Walk *walk, int entry);
int stage_first_entry(const Walk *walk, const Stage *stage); // of the call, or the operation
bool stage_shows(const Walk *walk, const Stage *stage, int entry);
