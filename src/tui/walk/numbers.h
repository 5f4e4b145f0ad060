// Numbers of a matrix as text: all with the same decimals, so that their points stand in a column.
#pragma once

#include "tensor/tensor.h"
#include "walk/walk.h"

typedef struct NumberColumn {
    int decimals;
    int width;        // of the widest number
    double low, high; // of the finite ones
} NumberColumn;

// What the numbers of a matrix need. Of a very large one a part is measured; a number that turns
// out wider is then written with fewer digits (number_cell).
NumberColumn number_column(const Matrix *matrix, int digits);

// A cell as text of at most `width` columns; True as "T" where there is no room for it.
void number_cell(Buf *out, const Tensor *tensor, Index at, int decimals, int width);
