// Products of batches of matrices, as matmul makes them, and what its rows share with others.
#pragma once

#include "tensor/call.h"

// The dimensions before the matrix; a vector has none.
Shape matrices_batch(const Shape *shape);

// alpha * (a @ b) + beta * tensor, which broadcasts to the result.
typedef struct Added {
    const Tensor *tensor;
    double alpha, beta;
} Added;

// out = a @ b, for shapes that matmul_infer() accepts; out is contiguous, `added` may be NULL.
void matrices_multiply(const Tensor *a, const Tensor *b, const Tensor *out, const Added *added);

// What the rows of matmul and bmm ask of their first two inputs, and how a cell is made of them
// (matmul.c).
bool matmul_infer(OpCall *call, Error *error);
bool matmul_batches_fit(const OpCall *call, Error *error);
void matmul_sources(const OpCall *call, Index at, Terms *terms);
