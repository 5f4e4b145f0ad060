// The orders in which PyTorch adds floats. Another order of the same sum gives other last bits, so
// the order is part of the result; it is kept for vectors of 8 floats, those of processors with
// AVX2.
#pragma once

#include "tensor/reductions/reduce.h"

// What sum() and mean() do (SumKernel.cpp, sum_by_cascade): four sums side by side, each of one
// number or of 8, and sums of 16 or more of these, so that numbers of a like size are added.
void sum_by_cascade(const Nest *nest);
float sum_row_by_cascade(const float *in, int64_t n);

// What softmax does with a row of exponentials (functional_base.h, reduce_all): every eighth number
// in one sum, and these sums as a tree. n > 0.
float sum_by_eights(const float *in, int64_t n);

// The same of the products of two rows, none of them fused; `room` has place for them.
float sum_products_by_eights(const float *x, const float *y, float *room, int64_t n);

// What norm() does with the squares of numbers that lie side by side (ReduceOpsKernel.cpp,
// norm_kernel): every eighth in one sum, these one after the other, what is left over by fours.
float sum_of_squares(const float *in, int64_t n);

// What layer_norm does (moments_utils.h, RowwiseMoments): mean and variance are Welford's, of 8
// numbers side by side, in chunks of 16 that are joined as a tree. The variance is divided by n.
void sum_mean_and_variance(const float *in, int64_t n, float *mean, float *variance);

// What NumPy and PyTorch do with doubles: halves of halves.
double sum_in_pairs(const double *cell, int64_t stride, int64_t n);
// Mean and variance in reading order.
void sum_mean_and_variance_of_doubles(const double *in, int64_t n, double *mean, double *variance);
