// log2, log10, log1p and expm1 of rows of floats: SLEEF's, see float/math.c.
#include "tensor/float/lanes.h"
#include "tensor/float/math.h"
#include "tensor/float/rows.h"

// What a logarithm is of infinity, of negative numbers and of 0.
LANE float log_at_ends(float result, float x)
{
    result = x == INFINITY ? INFINITY : result;
    result = x >= 0 ? result : NAN;
    return x == 0 ? -INFINITY : result;
}

LANE float log2_lane(float x)
{
    static const Pair two_over_ln2 = {2.8853900432586669922f, 3.2734474483568488616e-08f};
    Parts parts = take_apart(x);
    Pair tangent = tangent_of(parts.mantissa);
    float squared = tangent.hi * tangent.hi;
    float t = 0.4374550283e+0f;
    t = fused(t, squared, 0.5764790177e+0f);
    t = fused(t, squared, 0.9618012905120f);
    Pair sum = add_pair((Pair){parts.exponent, 0}, multiply_pair(tangent, two_over_ln2));
    sum = add_float(sum, squared * tangent.hi * t);
    return log_at_ends(sum.hi + sum.lo, x);
}

LANE float log10_lane(float x)
{
    static const Pair log10_of_2 = {0.30103001f, -1.432098889e-08f};
    static const Pair two_over_ln10 = {0.868588984f, -2.170757285e-08f};
    Parts parts = take_apart(x);
    Pair tangent = tangent_of(parts.mantissa);
    float squared = tangent.hi * tangent.hi;
    float t = 0.1314289868e+0f;
    t = fused(t, squared, 0.1735493541e+0f);
    t = fused(t, squared, 0.2895309627e+0f);
    Pair sum = multiply_float(log10_of_2, parts.exponent);
    sum = add_smaller_pair(sum, multiply_pair(tangent, two_over_ln10));
    sum = add_smaller_float(sum, squared * tangent.hi * t);
    return log_at_ends(sum.hi + sum.lo, x);
}

ROW_LOOP(log2_loop, log2_lane(a[i]))
ROW_LOOP(log10_loop, log10_lane(a[i]))
ROW_LOOP(log1p_loop, log1p_lane(a[i]))
ROW_LOOP(expm1_loop, expm1_lane(a[i]))

void log2_row(float *out, const float *in, int64_t n)
{
    log2_loop(out, in, NULL, 0, n);
}

void log10_row(float *out, const float *in, int64_t n)
{
    log10_loop(out, in, NULL, 0, n);
}

void log1p_row(float *out, const float *in, int64_t n)
{
    log1p_loop(out, in, NULL, 0, n);
}

void expm1_row(float *out, const float *in, int64_t n)
{
    expm1_loop(out, in, NULL, 0, n);
}
