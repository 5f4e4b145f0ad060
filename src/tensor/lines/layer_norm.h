// Mean and variance of a row of floats in PyTorch's order.
#pragma once

#include "tensor/call.h"

// `n` cells side by side; the variance is divided by n.
void row_moments(const float *in, int64_t n, float *mean, float *variance);
