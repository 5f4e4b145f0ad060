// What an operation costs: how many numbers it multiplies, adds, and so on, from its shapes.
//
// Nearly every row's cost follows from what it declares anyway: a sum of products multiplies and
// adds its terms, and of all else the notation says how a cell is computed. A row whose cells share
// work (softmax: one sum for a whole row of cells), or have different numbers of terms, declares
// `cost`. The way in which a cell is written is what counts, not the machine's: the softmax takes
// the largest off first, since that is how its arithmetic is shown, and the logarithm of a sum of
// exponentials does not.
#pragma once

#include "tensor/op_call.h"

typedef enum CostKind {
    COST_MULTIPLICATIONS, // and divisions
    COST_ADDITIONS,       // and subtractions
    COST_EXPONENTIALS,    // and logarithms, powers, sines, erf, …
    COST_OTHERS,          // roots, comparisons, roundings, remainders, changes of sign, logic
    COST_BYTES,           // written: the cells of the output, unless it is a view
    COST_KINDS
} CostKind;

// Counts saturate at INT64_MAX.
typedef struct Cost {
    int64_t count[COST_KINDS];
} Cost;

// "multiplications", …
const char *cost_name(CostKind kind);
bool cost_kind(Str name, CostKind *kind);

// Of a call that has been run.
Cost op_cost(const OpCall *call);

void cost_add(Cost *cost, CostKind kind, int64_t times, int64_t each); // times * each more
void cost_sum(Cost *cost, const Cost *more);
int64_t cost_times(int64_t a, int64_t b); // of numbers >= 0; saturates
bool cost_is_zero(const Cost *cost);

// ---- for rows -----------------------------------------------------------------------------------

// `sums` sums of `products` products each, `added` of them with one more number added.
void cost_products(Cost *cost, int64_t sums, int64_t products, bool added);
// `sums` sums of `terms` numbers each.
void cost_sums(Cost *cost, CostKind kind, int64_t sums, int64_t terms);
// Of each line of `cells` the mean, and then the mean square of the distances from it.
void cost_variances(Cost *cost, int64_t lines, int64_t cells);
// A row's `cost` where each cell takes the same number of the first input's: what its notation
// says.
void cost_reduced(const OpCall *call, Cost *cost);
// For rows whose `cost` needs shapes alone, and whose products are the work: how many a cell has.
int64_t cost_depth(const OpCall *call);
// How many cells of the first input make one of the output.
int64_t cost_cells_in_one(const OpCall *call);
