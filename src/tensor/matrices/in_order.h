// Products of matrices whose sums can be followed on the screen.
#pragma once

#include "tensor/matrices/product.h"

// Each cell's products are added in ascending k, every step rounded to float32.
void multiply_in_order(const Product *product, const float *a, const float *b, float *out);
