// Where two tensors of the same shape hold other numbers.
#pragma once

#include "tensor/tensor.h"

// The share of a number that is no difference between cells of the two: 4 epsilon where both are
// float32 or float64, for the same sum in another order parts in the last places, else 0. Shorter
// floats are rounded once, from float32: there the last place can be seen.
double tensor_rounding(const Tensor *a, const Tensor *b);

// By more than that share of the larger one? NaN is NaN.
bool tensor_numbers_differ(double a, double b, double rounding);

enum { DIFFERENCES_KEPT = 12 };

typedef struct Differences {
    int64_t count;
    Index first[DIFFERENCES_KEPT]; // in row-major order
} Differences;

Differences tensor_differences(const Tensor *a, const Tensor *b, double rounding);
bool tensor_differs(const Tensor *a, const Tensor *b); // by more than rounding does
