// Large matrix products, through a BLAS.
#pragma once

#include "tensor/product.h"

// out (m, n), contiguous, = a @ b. False, and nothing done, where there is no BLAS on this machine
// or it cannot read the operands by their strides: the caller then multiplies by itself.
bool blas_multiply(const Product *product, const float *a, const float *b, float *out);
bool blas_multiply_doubles(const Product *product, const double *a, const double *b, double *out);
