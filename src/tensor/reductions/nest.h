// The loops of a reduction of floats, in the order in which PyTorch runs them.
//
// Floats give other last bits when they are added in another order, so the order is part of the
// result. PyTorch's TensorIterator puts the reduced dimensions innermost, smallest stride first,
// then the others as they stand in the output; it merges dimensions that lie one behind the other
// and hands its kernels the two innermost ones (TensorIterator.cpp: reorder_dimensions,
// coalesce_dimensions).
#pragma once

#include "tensor/reductions/reduce.h"

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
