// Runs of the program with another sentence, whose numbers are held in the one that the walk shows:
// what a head wrote in "the dog sat", while all else is "the cat sat".
#pragma once

#include "walk/edits/edit.h"

// What the hold of a part is to have its numbers from: the program runs with that sentence, once
// for all holds. Errors: there is no such sentence, the program stops with it, or has another shape
// there.
bool donor_take(Walk *walk, Str sentence, Override *what, Error *error);
size_t donors_bytes(const Walk *walk);
void donors_free(Walk *walk); // with its walk
