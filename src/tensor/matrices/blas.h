// Large matrix products, through a BLAS.
#pragma once

#include "base/buf.h"
#include "tensor/matrices/product.h"

// Is there a BLAS on this machine, and can it read the operands by their strides? float32 and
// float64 only.
bool blas_can_multiply(const Product *product, DType dtype);

// What product_multiply() says; what is added is in the output already.
void blas_multiply(const Product *product, DType dtype, const Factors *factors);

// A line to say once, after a product: the library was tried, and multiplies wrongly. NULL: it was
// not.
const char *blas_warning(void);

void blas_library(Buf *out); // "OpenBLAS 0.3.21 for Haswell"
