// Heat: numbers of a matrix as colours. On which scale they are is found here, for every medium.
#pragma once

#include "study/axes/matrix.h"

typedef struct HeatScale { // the numbers at the ends of the ramp
    double low, high;
} HeatScale;

// Does the matrix hold shares: rows of numbers that were computed or come from a file, none
// negative, that sum to 1; or what was moved from there? The trace says so, whatever they are
// called and whichever operation made them; of very many rows some are looked at. Numbers that the
// program gives are none, nor are rows that are all zeros with a single 1.
bool matrix_holds_shares(const Trace *trace, const Matrix *matrix);

// Shares are on a scale from 0 to 1, so that all of them can be compared; other numbers on one from
// the least to the largest of them.
HeatScale heat_scale(bool are_shares, double low, double high);

// Where the colours of shares end, so that most of them are distinct: at 1, or where 99 of 100
// are below a half, at the next round number above these. At least at twice their mean: shares that
// are all alike do not look like much.
double heat_end_of_shares(double percentile_99, double mean);

// Of gradients as far below 0 as above it, so that the colour shows the sign.
HeatScale heat_scale_of_gradient(double low, double high);

// The same where numbers are seen only as a picture: shares that are all small end at the next
// round number above the largest, and other numbers begin at 0 where none is negative.
HeatScale heat_scale_of_picture(bool are_shares, double low, double high);
