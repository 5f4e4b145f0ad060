// exp, log, tanh, … of rows of floats: to the last bit the numbers that PyTorch computes on x86
// processors with AVX2.
//
// PyTorch takes these functions from SLEEF, eight numbers at a time; they are within one unit in
// the last place of the true value, and the C library's are not the same ones. So they come from
// SLEEF here, too (float/sleef.c). A build without SLEEF has the C library's (float/libm.c).
#pragma once

#include "base/buf.h"

#include <stdbool.h>
#include <stdint.h>

// `n` cells side by side; `out` may be an input.
typedef void FloatRow(float *out, const float *in, int64_t n);
typedef void FloatRow2(float *out, const float *x, const float *y, int64_t n);

FloatRow exp_row, exp2_row, expm1_row, log_row, log2_row, log10_row, log1p_row;
FloatRow sin_row, cos_row, tan_row, asin_row, acos_row, atan_row;
FloatRow sinh_row, cosh_row, tanh_row, erfc_row;
FloatRow2 pow_row, atan2_row, hypot_row, fmod_row;

// Are they the numbers that PyTorch computes, to the last bit? Not without SLEEF, nor on a
// processor that cannot multiply and add with one rounding.
bool float_rows_are_pytorchs(void);

void float_library(Buf *out); // "SLEEF 3.5.1"

FloatRow log1p_exp_row; // log(1 + exp(x)): float/math.c, as what follows
FloatRow erf_row;       // PyTorch's own
FloatRow gelu_row;      // float/gelu.c

// out[i] = exp(in[i] - less)
void math_exp_less_row(float *out, const float *in, float less, int64_t n);

// The largest number; where there are NaNs, some number or NaN. n > 0.
float math_largest_of_row(const float *in, int64_t n);
