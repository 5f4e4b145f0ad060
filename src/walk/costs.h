// What a lesson says that an operation costs: "#| cost: scores = n * n * d multiplications".
#pragma once

#include "tensor/cost.h"
#include "walk/walk.h"

typedef struct CostClaim {
    const CodeOption *option;
    CostKind kind;
    Str expression;
    int64_t stated;
    Cost counted; // of all kinds
} CostClaim;

// Reads the claim after the block of code that it stands in has run, while the program's names are
// those of that place. False: the error is set.
bool cost_claim_read(const CodeOption *option, Run *run, CostClaim *claim, Error *error);
