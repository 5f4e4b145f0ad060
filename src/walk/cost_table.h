// What a lesson costs as a table: a row for each operation and call of a step, and their sum.
#pragma once

#include "tensor/cost.h"
#include "trace/explain/costs.h"
#include "walk/walk.h"

typedef struct CostRow {
    Str code;  // "scores = queries @ keys.T"
    int entry; // of the operation, or of what the call returned; -1: no tensor
    int depth; // calls around it: the cost of a call is that of the deeper rows below it
    Cost cost;
} CostRow;

typedef struct CostTable {
    CostRow *rows;
    int count;
    Cost total;       // of the step; asserts do not count
    int64_t left_out; // operations that were not recorded, and not counted
} CostTable;

CostTable cost_table(const Walk *walk, int step, Arena *arena);

// The table as lines of at most `columns`; of its rows line 1 + i is row i, the last line the sum.
const char *const *cost_lines(const Walk *walk, const CostTable *table, int columns, Arena *arena);

// The tables of a step, or (-1) of all steps and what they cost together.
void cost_print(const Walk *walk, int step, int columns, Buf *out);

// What a lesson says that an operation costs: "#| cost: scores = n * n * d multiplications".

typedef struct CostClaim {
    const CodeOption *option;
    CostKind kind;
    Str expression;
    int64_t stated;
    Cost counted; // of all kinds
} CostClaim;

// Reads the claim after the block of code that it is in has run, while the program's names are
// those of that place. False: the error is set.
bool cost_claim_read(const CodeOption *option, Run *run, CostClaim *claim, Error *error);
