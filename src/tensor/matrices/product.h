// Multiplying two matrices, whatever their strides.
#pragma once

#include "tensor/tensor.h"

// One product of matrices, (m, k) @ (k, n): sizes, and the strides by which the operands are read.
// Something may be added to it: out = alpha * (a @ b) + beta * added.
typedef struct Product {
    int64_t m, k, n;
    int64_t a_row, a_column, b_row, b_column; // strides in elements
    int64_t out_row;                          // set by product_multiply(): n
    bool alone;                               // k is 1, and there is no sum: -0 stays -0
    bool adds;                                // else alpha and beta are not looked at
    double alpha, beta;
    int64_t added_row, added_column; // strides; 0 where a row or column is added everywhere
} Product;

// What is multiplied; `out` is contiguous. All have one dtype, any but bool; or b is bfloat16, and
// the others are float32 that hold bfloat16 (halves_multiply).
typedef struct Factors {
    const void *a, *b;
    const void *added; // not read where beta is 0
    void *out;
} Factors;

void product_multiply(const Product *product, DType dtype, const Factors *factors);

// ---- few_rows.c -------------------------------------------------------------------------------

// Products of few rows with many columns, as a linear layer has them for a short text.

// False where another way is better or the only one: the factors are no float32 (nor b bfloat16, as
// `dtype` says then, and the others float32 that hold bfloat16), there are too many rows or too
// few, the columns of b do not lie side by side cell by cell, the processor has no wide
// multiply-add, or there is no memory. `out_row` is set. Each cell is summed in ascending k,
// multiplied and added in one step, however many threads there are.
bool few_rows_multiply(const Product *product, DType dtype, const Factors *factors);

// ---- halves.c ---------------------------------------------------------------------------------

// A weight of bfloat16 is read in place. Its columns lie cell by cell: b_row is 1. Each cell of the
// result is a float32, not rounded yet.
void halves_multiply(const Product *product, const Factors *factors);

// ---- in_order.c -------------------------------------------------------------------------------

// Products of matrices whose sums can be followed on the screen.

// Each cell's products are added in ascending k, every step rounded to float32.
void multiply_in_order(const Product *product, const void *a, const void *b, void *out);
