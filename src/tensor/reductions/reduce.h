// Reductions: one cell made from all cells along some dimensions.
#pragma once

#include "tensor/call.h"

// Makes one cell from `n` cells, `stride` elements apart: written to `out`.
typedef void Fold(const OpCall *call, const void *cells, int64_t stride, int64_t n, void *out);

// The function for each dtype that cells are read in; what it writes becomes the output's dtype.
typedef struct Folds {
    Fold *floats;       // float cells
    DType float_result; // what `floats` writes
    Fold *ints;         // int64 cells, also for bool; writes int64
    Fold *doubles;      // double cells; writes double, or int64 where `floats` does
} Folds;

// The dimensions that argument 0 names: None is all of them; an integer or a tuple.
bool reduced_dims(const OpCall *call, bool reduced[MAX_DIMS], Error *error);
// The same once infer has checked them.
void reduce_dims(const OpCall *call, bool reduced[MAX_DIMS]);

// Sets the output's shape; `keepdim` is the number of that argument.
bool infer_reduced(OpCall *call, int keepdim, Error *error);

// In which dtype cells of `dtype` are folded: float32, float64, or int64 for all others.
DType reduce_operand(DType dtype);

// Folds the cells of input[0], read as `operand`, one that reduce_operand() gives.
void reduce(OpCall *call, DType operand, const Folds *folds);

// REDUCTION: all cells that are folded into `at`, in row-major order.
void sources_reduced(const OpCall *call, Index at, Terms *terms);

// A row of the table that folds the cells along a dimension, torch.id(x, dim) and x.id(dim), with
// the fields that are its own.
#define REDUCTION(id, its_signature, its_doc, ...)                                                 \
    const Op op_##id = {.name = #id,                                                               \
                        .signature = its_signature,                                                \
                        .shape = "(..., n, ...) -> (..., ...)",                                    \
                        .doc = its_doc,                                                            \
                        .found = IN_TORCH | IN_TENSOR,                                             \
                        __VA_ARGS__};
#define ALONG_ONE     "input: Tensor, dim: int? = None, keepdim: bool = False"
#define ALONG_SEVERAL "input: Tensor, dim: ints? = None, keepdim: bool = False"
// Made of all its cells by its_value.
#define FOLDED_BY(its_value)            .sources = sources_reduced, .value = its_value, .cost = cost_reduced
#define WRITTEN(before, between, after) .notation = {before, between, after, NULL}
