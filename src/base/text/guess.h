// The guess behind "did you mean", one candidate after another.
#pragma once

#include "base/str.h"

typedef struct Guess {
    Str name;     // that was typed
    Str best;     // of those that were tried and are near enough, the nearest; empty: none
    int distance; // of that
} Guess;

void guess_try(Guess *guess, Str candidate);
