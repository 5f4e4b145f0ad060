// Multiplying two matrices, whatever their strides.
#pragma once

#include "tensor/tensor.h"

// One product of matrices, (m, k) @ (k, n): sizes, and the strides by which the operands are read.
typedef struct Product {
    int64_t m, k, n;
    int64_t a_row, a_column, b_row, b_column; // strides in elements
} Product;

// tensor[0] (contiguous) = tensor[1] @ tensor[2], each from the element at[…] of its storage on.
// All have the same dtype, any but bool.
void product_multiply(const Product *product, DType dtype, const Tensor *tensor[3],
                      const int64_t at[3]);
