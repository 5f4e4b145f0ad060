// Does a lesson hold what it says? Its program runs; its output blocks are what the code prints
// (outputs.h); its live values and predictions can be computed (predictions.c); the numbers in its
// prose are those of the program (prose.h); axes and costs are as it states them.
#pragma once

#include "check/findings.h"

typedef struct Checked {
    Findings findings;
    int claims;              // that hold
    int by_chance, in_shape; // outputs that no seed decides, and how many of these have their shape
    bool sealed;             // seal.h
    bool only_seal;          // the seal is all that is wrong
} Checked;

// Checks a lesson that is open. The walk's own error is one of the findings, and is then cleared.
Checked check_lesson(Walk *walk, Arena *arena);
