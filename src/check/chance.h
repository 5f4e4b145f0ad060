// What numbers that are drawn without a seed decide: the program runs again with others, and where
// the printed texts of these runs differ, what was printed elsewhere cannot be compared.
//
// What is the same in all runs must be so in the stated output as well. Of a number that differs,
// the stated output must have some number in its place, or a truth value, and all of tensor(...) or
// array(...) counts as differing if one of its numbers does. So shapes are compared.
#pragma once

#include "walk/walk.h"

enum { CHANCE_RUNS = 3 };

typedef struct Chance {
    Walk runs[CHANCE_RUNS];
    int count;      // that were needed, one after the other
    bool is_needed; // false once a run has printed all that the first one did
} Chance;

typedef enum ByChance {
    CHANCE_NONE,   // the output differs for another reason
    CHANCE_SHAPES, // only in numbers that others could represent
    CHANCE_ALL,    // the runs themselves print texts of different forms
} ByChance;

Chance chance_new(const Walk *walk);
void chance_free(Chance *chance);

// Why does what the block prints differ from what is said? The runs are made when first needed.
ByChance chance_explains(Chance *chance, const Walk *walk, const CodeBlock *code, Arena *arena);
