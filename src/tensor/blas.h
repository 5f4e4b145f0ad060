// Large matrix products, through a BLAS.
#pragma once

#include "tensor/tensor.h"

// One product of matrices, (m, k) @ (k, n): sizes, and the strides by which the operands are read.
typedef struct Product {
    int64_t m, k, n;
    int64_t a_row, a_column, b_row, b_column; // strides in elements
} Product;

// out (m, n), contiguous, = a @ b. False, and nothing done, where there is no BLAS on this machine
// or it cannot read the operands by their strides: the caller then multiplies by itself.
bool blas_multiply(const Product *product, const float *a, const float *b, float *out);
