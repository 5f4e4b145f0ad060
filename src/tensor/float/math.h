// exp, log, tanh, … of rows of floats: to the last bit the numbers that PyTorch computes on x86
// processors with AVX2.
//
// PyTorch's kernels take these functions from SLEEF, eight numbers at a time; they are within one
// unit in the last place of the true value, and the C library's are not the same ones. Fused
// multiply-adds are written as such, so that the bits are the same on every processor and with
// every compiler; where there is AVX2 they are also fast.
//
// PyTorch hands the cells that do not fill its vectors to the C library for some operations: see
// sigmoid_row and power_row.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// `n` cells side by side; `out` may be `in`.
typedef void FloatRow(float *out, const float *in, int64_t n);

FloatRow exp_row, log_row, tanh_row, sqrt_row, rsqrt_row;
FloatRow sin_row, cos_row, tan_row;                 // float/trigonometry.c
FloatRow log2_row, log10_row, log1p_row, expm1_row; // float/logs.c
FloatRow asin_row, acos_row, atan_row;              // float/angles.c
FloatRow erf_row, erfc_row;                         // float/erf.c
FloatRow gelu_row;                                  // float/gelu.c
// float/angles.c:
void atan2_row(float *out, const float *y, const float *x, int64_t n);
void hypot_row(float *out, const float *x, const float *y, int64_t n);

// 1 / (1 + exp(-x)). The cells after the last full 16, and all cells when they lie `apart` in the
// tensor, with the C library's expf.
void sigmoid_row(float *out, const float *in, int64_t n, bool apart);

// base ** exponent, and the same with the C library's powf. A stride of 0: one number for all.
void power_row(float *out, const float *base, int64_t base_stride, const float *exponent,
               int64_t exponent_stride, int64_t n, bool apart);

// base ** exponent where the exponent is a Python number: the C library's pow, in double precision.
void power_number_row(float *out, const float *base, double exponent, int64_t n, bool apart);

// The largest number; where there are NaNs, some number or NaN. n > 0.
float largest_of_row(const float *in, int64_t n);

// out[i] = exp(in[i] - less)
void exp_less_row(float *out, const float *in, float less, int64_t n);
