// Where two tensors of the same shape hold other numbers.
#pragma once

#include "tensor/tensor.h"

bool tensor_numbers_differ(double a, double b); // NaN is NaN

enum { DIFFERENCES_KEPT = 12 };

typedef struct Differences {
    int64_t count;
    Index first[DIFFERENCES_KEPT]; // in row-major order
} Differences;

Differences tensor_differences(const Tensor *a, const Tensor *b);
bool tensor_differs(const Tensor *a, const Tensor *b); // ends soon after the first cell
