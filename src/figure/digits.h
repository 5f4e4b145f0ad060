// How the numbers of a matrix are written into its cells: all in one way, and no wider than a cell.
#pragma once

#include "figure/pen.h"
#include "figure/plane.h"

enum { MOST_DECIMALS = 4, FEWEST_DECIMALS = 2, MOST_ASKED = 15 };

typedef struct Digits {
    int decimals;
    bool scientific;
    bool truth; // True and False
} Digits;

// As many decimals as it takes to write the finite cells exactly, at most MOST_DECIMALS;
// scientific where all numbers are very large or very small. `most` > 0: at most so many instead
// (no more than MOST_ASKED, a double has no more); -1: none.
Digits digits_wanted(const Plane *plane, int most);

// The same for some numbers of a matrix.
Digits digits_of(const Plane *plane, const double *value, int count, int most);

// True and False as Python writes them. Whole numbers are written without decimals, so that "0" is
// zero itself; what would round to zero is written as "6e-06" where that is no wider than the
// others, else as "0.00".
void digits_write(Digits digits, double value, Buf *out);

// Width of the widest cell in multiples of the font size.
double digits_width(Digits digits, const Plane *plane, const Pen *pen);
