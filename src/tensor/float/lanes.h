// Steps that the functions of float/math.c, float/logs.c and float/erf.c share: the numbers that
// make up exp and log, as SLEEF computes them (see float/math.c). All of it is inline.
#pragma once

#include "tensor/float/pair.h"

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

// 2^x
LANE float exp2_lane(float x)
{
    Whole q = nearest_whole(x);
    float s = x - q.f;
    float u = 0.1535920892e-3f;
    u = fused(u, s, 0.1339262701e-2f);
    u = fused(u, s, 0.9618384764e-2f);
    u = fused(u, s, 0.5550347269e-1f);
    u = fused(u, s, 0.2402264476e+0f);
    u = fused(u, s, 0.6931471825e+0f);
    float result = scaled_twice(fused(u, s, 1), q.i);
    result = x < -150 ? 0 : result;
    return x >= 128 ? INFINITY : result;
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

LANE float log_lane(float x)
{
    Parts parts = take_apart(x);
    Pair tangent = tangent_of(parts.mantissa);
    float squared = tangent.hi * tangent.hi;
    float t = 0.3027294874e+0f;
    t = fused(t, squared, 0.3996108174e+0f);
    t = fused(t, squared, 0.6666694880e+0f);
    Pair sum = multiply_float(ln2_pair, parts.exponent);
    sum = add_smaller_pair(sum, pair_scaled(tangent, 2));
    sum = add_smaller_float(sum, squared * tangent.hi * t);
    float result = sum.hi + sum.lo;
    result = x == INFINITY ? INFINITY : result;
    result = x >= 0 ? result : NAN;
    return x == 0 ? -INFINITY : result;
}

// The exponent is that of 1 + x; what is left is measured from x itself, which has all its digits.
LANE float log1p_lane(float x)
{
    float above = x + 1;
    bool small = above < 0x1p-126f;
    above = small ? above * 0x1p64f : above;
    uint32_t exponent = (float_bits(above * (1 / 0.75f)) >> 23 & 0xff) - 127;
    float t = bits_float(float_bits(1) - (exponent << 23));
    float m = fused(x, t, t - 1);
    Pair sum = multiply_float(ln2_pair, (float)(int32_t)(small ? exponent - 64 : exponent));
    Pair tangent = divide((Pair){m, 0}, add_smaller_floats(2, m));
    float squared = tangent.hi * tangent.hi;
    t = 0.3027294874e+0f;
    t = fused(t, squared, 0.3996108174e+0f);
    t = fused(t, squared, 0.6666694880e+0f);
    sum = add_smaller_pair(sum, pair_scaled(tangent, 2));
    sum = add_smaller_float(sum, squared * tangent.hi * t);
    float result = sum.hi + sum.lo;
    result = x > 1e+38f ? INFINITY : result;
    result = x >= -1 ? result : NAN;
    result = x == -1 ? -INFINITY : result;
    return x == 0 ? x : result;
}

// ---- made of exp ------------------------------------------------------------------------------

LANE float expm1_lane(float x)
{
    Pair sum = add_float(exp_pair((Pair){x, 0}), -1);
    float result = sum.hi + sum.lo;
    result = x > 88.72283172607421875f ? INFINITY : result;
    result = x < -16.635532333438687426013570f ? -1 : result;
    result = x == x ? result : x;
    return x == 0 ? x : result;
}

LANE float sinh_lane(float x)
{
    float size = magnitude(x);
    Pair up = exp_pair((Pair){size, 0}), sum = subtract_smaller_pair(up, reciprocal(up));
    float result = (sum.hi + sum.lo) * 0.5f;
    result = size <= 89 && result == result ? result : INFINITY;
    return x == x ? with_sign_of(result, x) : x;
}

LANE float cosh_lane(float x)
{
    float size = magnitude(x);
    Pair up = exp_pair((Pair){size, 0}), sum = add_smaller_pair(up, reciprocal(up));
    float result = (sum.hi + sum.lo) * 0.5f;
    result = size <= 89 && result == result ? result : INFINITY;
    return x == x ? result : x;
}

LANE float tanh_lane(float x)
{
    float size = magnitude(x);
    Pair up = exp_pair((Pair){size, 0}), down = reciprocal(up);
    Pair difference = add_smaller_pair(up, (Pair){-down.hi, -down.lo});
    Pair quotient = divide(difference, add_smaller_pair(up, down));
    float result = quotient.hi + quotient.lo;
    result = size > 8.664339742f ? 1 : result;
    return x == x ? with_sign_of(result, x) : x;
}
