// What a lesson costs as a table: a row for each operation and call of a step, and their sum.
#pragma once

#include "trace/costs.h"
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
