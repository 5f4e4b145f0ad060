// How the numbers of a matrix are written into its cells: all in one way, and no wider than a cell.
#pragma once

#include "figure/pen.h"
#include "figure/plane.h"

enum { MOST_DECIMALS = 4, FEWEST_DECIMALS = 2 };

typedef struct Digits {
    int decimals;
    bool scientific;
} Digits;

// As many decimals as it takes to write the finite cells exactly, at most MOST_DECIMALS;
// scientific where all numbers are very large or very small. `asked` > 0 sets the decimals,
// -1 asks for none.
Digits digits_wanted(const Plane *plane, int asked);

// Whole numbers are written without decimals: "0" is zero, "0.00" is less than half of 0.01.
void digits_write(Digits digits, double value, Buf *out);

// Width of the widest cell in multiples of the font size.
double digits_width(Digits digits, const Plane *plane, const Pen *pen);
