// Numbers of a matrix as text: all with the same decimals, so that their points are in a column.
#pragma once

#include "study/axes/matrix.h"
#include "tensor/tensor.h"

enum { MOST_DECIMALS = 9 };

typedef struct NumberColumn {
    int decimals;
    int width[MOST_DECIMALS + 1]; // of the widest number with so many decimals, as far as asked
    double low, high;             // of the finite ones
} NumberColumn;

// The one that is farthest from 0, without its sign.
double number_column_largest(const NumberColumn *column);

// What the numbers of a matrix need, with at most `digits` decimals. Of a very large one a part is
// measured; a number that turns out wider is then written with fewer digits (number_cell).
NumberColumn number_column(const Matrix *matrix, int digits);

// What both need together.
void number_column_join(NumberColumn *column, const NumberColumn *other);

// A cell among others with `decimals` decimals, the largest of which is `largest`; integers whole,
// bools as Python writes them.
void number_write(Buf *out, const Tensor *tensor, Index at, int decimals, double largest);

// The same as text of at most `width` columns; True as "T" where there is no room for it.
void number_cell(Buf *out, const Tensor *tensor, Index at, int decimals, double largest, int width);

// ".83" of a share, in as little room as it takes; "0", "1".
const char *number_hundredths(double share, Arena *arena);
