// Steps that the functions of float_math.c, float_logs.c and float_erf.c share: the numbers that
// make up exp and log, as SLEEF computes them (see float_math.c).
#pragma once

#include "tensor/float_pair.h"

#include <math.h>
#include <stdbool.h>

#define LOG2_E 1.442695040888963407359924681001892137426645954152985934135449406931f
// ln 2 in two parts; a whole number up to 2^8 times the first one is exact.
#define LN2_HIGH 0.693145751953125f
#define LN2_LOW  1.428606765330187045e-06f

enum { BLOCK = 16 }; // cells that PyTorch's loops over two operands take at a time

// ---- exp ---------------------------------------------------------------------------------------

// x = q ln 2 + s, |s| <= ln 2 / 2: 2^q times a polynomial in s.
LANE float exp_lane(float x)
{
    Whole q = nearest_whole(x * LOG2_E);
    float s = fused(q.f, -LN2_LOW, fused(q.f, -LN2_HIGH, x));
    float u = 0.000198527617612853646278381f;
    u = fused(u, s, 0.00139304355252534151077271f);
    u = fused(u, s, 0.00833336077630519866943359f);
    u = fused(u, s, 0.0416664853692054748535156f);
    u = fused(u, s, 0.166666671633720397949219f);
    u = fused(u, s, 0.5f);
    float result = scaled_twice(1 + fused(s * s, u, s), q.i);
    result = x < -104 ? 0 : result;
    return x > 104 ? INFINITY : result;
}

// exp of a number of twice the precision, as such a number. Not for what overflows below.
LANE Pair exp_pair(Pair x)
{
    Whole q = nearest_whole((x.hi + x.lo) * LOG2_E);
    Pair s = add_float(add_float(x, q.f * -LN2_HIGH), q.f * -LN2_LOW);
    float u = 0.1980960224e-3f;
    u = fused(u, s.hi, 0.1394256484e-2f);
    u = fused(u, s.hi, 0.8333456703e-2f);
    u = fused(u, s.hi, 0.4166637361e-1f);
    Pair t = add_float(multiply_float(s, u), 0.166666659414234244790680580464e+0f);
    t = add_float(multiply_pair(s, t), 0.5f);
    t = add_pair(s, multiply_pair(square(s), t));
    t = add_smaller_pair_to(1, t);
    return (Pair){scaled_twice(t.hi, q.i), scaled_twice(t.lo, q.i)};
}

// ---- log ---------------------------------------------------------------------------------------

typedef struct Parts {
    float mantissa; // 0.75 to 1.5
    float exponent;
} Parts;

LANE Parts take_apart(float x)
{
    bool small = x < 0x1p-126f;
    x = small ? x * 0x1p64f : x;
    uint32_t exponent = (float_bits(x * (1 / 0.75f)) >> 23 & 0xff) - 127;
    float mantissa = bits_float(float_bits(x) - (exponent << 23));
    return (Parts){mantissa, (float)(int32_t)(small ? exponent - 64 : exponent)};
}

static const Pair ln2_pair = {0.69314718246459960938f, -1.904654323148236017e-09f};

// (m - 1) / (m + 1), whose inverse hyperbolic tangent is half the logarithm of m.
LANE Pair tangent_of(float m)
{
    return divide(add_floats_exactly(-1, m), add_floats_exactly(1, m));
}
