// Reductions: one cell made from all cells along some dimensions.
#pragma once

#include "tensor/call.h"

// Makes one cell from `n` cells, `stride` elements apart: written to `out`.
typedef void Fold(const OpCall *call, const void *cells, int64_t stride, int64_t n, void *out);

// A dtype in which the cells are read, and the function; its result is converted to the output's.
typedef struct Folds {
    Fold *floats;       // float cells
    DType float_result; // what `floats` writes
    Fold *ints;         // int64 cells, also for bool; writes int64
} Folds;

// The dimensions that argument 0 names: None is all of them; an integer or a tuple.
bool reduced_dims(const OpCall *call, bool reduced[MAX_DIMS], Error *error);
// The same once infer has checked them.
void called_dims(const OpCall *call, bool reduced[MAX_DIMS]);

// Sets the output's shape; `keepdim` is the number of that argument.
bool infer_reduced(OpCall *call, int keepdim, Error *error);

// Folds the cells of input[0], read as `operand` (float32 or int64).
void reduce(OpCall *call, DType operand, const Folds *folds);

// REDUCTION: all cells that are folded into `at`, in row-major order.
void sources_reduced(const OpCall *call, Index at, Terms *terms);
