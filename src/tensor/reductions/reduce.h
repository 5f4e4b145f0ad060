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

// Sets the output's shape; `keepdim` is the number of that argument.
bool infer_reduced(OpCall *call, int keepdim, Error *error);

// In which dtype cells of `dtype` are folded: float32, float64, or int64 for all others.
DType reduce_operand(DType dtype);

// Folds the cells of input[0], read as `operand`, one that reduce_operand() gives.
void reduce(OpCall *call, DType operand, const Folds *folds);

// REDUCTION or the row's FORMULA: all cells that are folded into `at`, in row-major order.
void sources_reduced(const OpCall *call, Index at, Terms *terms);

// Floats give other last bits when they are added in another order, so the order is part of the
// result. PyTorch's TensorIterator puts the reduced dimensions innermost, smallest stride first,
// then the others as in the output; it merges dimensions that are contiguous
// and hands its kernels the two innermost ones (TensorIterator.cpp: reorder_dimensions,
// coalesce_dimensions).
//
// Two nested loops: each of the `n[1]` rows of `n[0]` cells is folded into out[j * out_stride].
// An out_stride of 0 folds all of them into one cell. Strides count elements.
typedef struct Nest {
    const OpCall *call;
    const float *in;
    float *out;
    int64_t n[2], in_stride[2];
    int64_t out_stride;
} Nest;

typedef void NestFunction(const Nest *nest);

// Are the rows side by side, cell by cell, so that it is best to run through all of them at once?
bool nest_is_columns(const Nest *nest);

// Fills the output with `start` and runs `function` on all cells of input[0], read as float32.
// Output cells with no cells to fold keep `start`.
void reduce_nested(OpCall *call, float start, NestFunction *function);

// norm() of a line of cells; `is_close`: they lie side by side in its tensor (norms.c).
float norm_of_line(const float *cell, int64_t n, bool is_close);

// A row of the table that folds the cells along a dimension, torch.id(x, dim) and x.id(dim), with
// the fields that are its own.
#define REDUCTION(id, its_signature, its_doc, ...)                                                 \
    OP(id, its_signature, "(..., n, ...) -> (..., ...)", its_doc, IN_TORCH | IN_TENSOR, __VA_ARGS__)
#define ALONG_ONE     "input: Tensor, dim: int? = None, keepdim: bool = False"
#define ALONG_SEVERAL "input: Tensor, dim: ints? = None, keepdim: bool = False"
// Made of all its cells by its_value.
#define FOLDED_BY(its_value)            .sources = sources_reduced, .value = its_value, .cost = cost_reduced
#define WRITTEN(before, between, after) .notation = {before, between, after, NULL}
