// Products of few rows with many columns, as a linear layer has them for a short text.
#pragma once

#include "tensor/matrices/product.h"

// False where another way is better or the only one: the factors are no float32, there are too many
// rows or too few, the columns of b do not lie side by side cell by cell, the processor has no wide
// multiply-add, or there is no memory. `out_row` is set. Each cell is summed in ascending k,
// multiplied and added in one step, however many threads there are.
bool few_rows_multiply(const Product *product, DType dtype, const Factors *factors);
