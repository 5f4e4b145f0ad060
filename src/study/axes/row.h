// One row of a matrix as numbers, and what is known of it: its sum, the rank of a cell, its peaks.
#pragma once

#include "study/axes/matrix.h"

// Of the finite numbers in a row; masked cells (-inf) and NaN are left out.
typedef struct RowFacts {
    double sum, mean, deviation, most;
    int64_t finite, zeros;
    int64_t masked, nans; // -inf, and what is no number
    int64_t rank;         // of the cell: 1 for the largest; 0 where the cell is not finite
    bool is_weights;      // none is negative and they sum to 1
    double entropy;       // of weights, in bits: 0 is a single one, log2(n) are n equal ones
} RowFacts;

RowFacts row_facts(const double *values, int64_t count, int64_t at);

// The next peak to the right (direction 1) or left (-1) of `at`, or -1. A peak is larger than its
// neighbours and is out of its row: two standard deviations above the mean, or at least halfway
// between the mean and the largest.
int64_t row_peak(const double *values, int64_t count, int64_t at, int direction);

// Is every row of the matrix weights, none left out? Integers never are: a number 1 is a token.
bool rows_are_weights(const Matrix *matrix);

// Rows of what is not negative that sum to 1, and are not all zeros with a 1.
bool rows_are_shares(const Matrix *matrix);

// The entropy of a row of a matrix; NaN: it holds no weights, or a single one.
double row_entropy(const Matrix *matrix, int64_t row);
