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

// The functions that a library computes, name_row; of one number and of two. SLEEF says in the name
// of a function how far it may be from the true value, in tenths of units in the last place.
// clang-format off
#define MATH_ROWS(ROW, ROW2) \
    ROW(exp, u10) ROW(exp2, u10) ROW(expm1, u10) ROW(log, u10) ROW(log2, u10) ROW(log10, u10) \
    ROW(log1p, u10) ROW(sin, u35) ROW(cos, u35) ROW(tan, u10) ROW(asin, u10) ROW(acos, u10) \
    ROW(atan, u10) ROW(sinh, u10) ROW(cosh, u10) ROW(tanh, u10) ROW(erfc, u15) \
    ROW2(pow, u10) ROW2(atan2, u10) ROW2(hypot, u05) \
    ROW2(fmod, ) // exact, or NaN where the quotient has no end in float32
// clang-format on

#define MATH_ROW(name, error)  FloatRow name##_row;
#define MATH_ROW2(name, error) FloatRow2 name##_row;
MATH_ROWS(MATH_ROW, MATH_ROW2)

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
