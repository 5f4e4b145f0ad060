// Numbers of twice float's precision, as the unevaluated sum of two floats, and the bits of floats.
//
// Dekker's and Knuth's error-free sums and products, with the product's error from one fused
// multiply-add. The order of every addition is that of SLEEF's df.h, because the functions built
// on these (float/math.c, trigonometry.c) give the same bits as SLEEF's. All of it is inline.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define LANE static inline __attribute__((always_inline))
#else
#define LANE static inline
#endif

LANE uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

LANE float bits_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

LANE float fused(float x, float y, float z)
{
    return __builtin_fmaf(x, y, z);
}

LANE float magnitude(float x)
{
    return bits_float(float_bits(x) & 0x7fffffff);
}

LANE float with_sign_of(float x, float sign) // x turned over where `sign` is negative
{
    return bits_float(float_bits(x) ^ (float_bits(sign) & 0x80000000));
}

// ---- to whole numbers --------------------------------------------------------------------------

// Adding 1.5 * 2^23 leaves no room for a fraction: the sum is rounded, halves to even, and its low
// bits are the integer. For magnitudes below 2^22; others, and NaN, give some number.
#define ROUNDER 12582912.0f

typedef struct Whole {
    float f;
    int32_t i;
} Whole;

LANE Whole nearest_whole(float x)
{
    float shifted = x + ROUNDER;
    return (Whole){shifted - ROUNDER, (int32_t)(float_bits(shifted) - float_bits(ROUNDER))};
}

// 2 to the power of `n`, -126 to 127.
LANE float power_of_two(int32_t n)
{
    return bits_float(((uint32_t)n + 127) << 23);
}

// x * 2^n for n from -252 to 254, in two steps.
LANE float scaled_twice(float x, int32_t n)
{
    int32_t half = n >> 1;
    return x * power_of_two(half) * power_of_two(n - half);
}

// ---- pairs -------------------------------------------------------------------------------------

typedef struct Pair {
    float hi, lo; // |lo| is at most half a unit in the last place of hi
} Pair;

LANE Pair pair_normal(Pair a)
{
    float hi = a.hi + a.lo;
    return (Pair){hi, (a.hi - hi) + a.lo};
}

LANE Pair pair_scaled(Pair a, float by)
{
    return (Pair){a.hi * by, a.lo * by};
}

// Sums of numbers of any size.
LANE Pair add_floats_exactly(float x, float y)
{
    float hi = x + y, part = hi - x;
    return (Pair){hi, (x - (hi - part)) + (y - part)};
}

LANE Pair add_float(Pair x, float y)
{
    Pair sum = add_floats_exactly(x.hi, y);
    return (Pair){sum.hi, sum.lo + x.lo};
}

LANE Pair add_pair(Pair x, Pair y)
{
    Pair sum = add_floats_exactly(x.hi, y.hi);
    return (Pair){sum.hi, sum.lo + (x.lo + y.lo)};
}

// Sums whose first number is the larger one.
LANE Pair add_smaller_floats(float x, float y)
{
    float hi = x + y;
    return (Pair){hi, (x - hi) + y};
}

LANE Pair add_smaller_float(Pair x, float y)
{
    float hi = x.hi + y;
    return (Pair){hi, (x.hi - hi) + y + x.lo};
}

LANE Pair add_smaller_pair_to(float x, Pair y)
{
    float hi = x + y.hi;
    return (Pair){hi, (x - hi) + y.hi + y.lo};
}

LANE Pair add_smaller_pair(Pair x, Pair y)
{
    float hi = x.hi + y.hi;
    return (Pair){hi, (x.hi - hi) + y.hi + x.lo + y.lo};
}

LANE Pair multiply_floats(float x, float y)
{
    float hi = x * y;
    return (Pair){hi, fused(x, y, -hi)};
}

LANE Pair multiply_float(Pair x, float y)
{
    float hi = x.hi * y;
    return (Pair){hi, fused(x.lo, y, fused(x.hi, y, -hi))};
}

LANE Pair multiply_pair(Pair x, Pair y)
{
    float hi = x.hi * y.hi;
    return (Pair){hi, fused(x.hi, y.lo, fused(x.lo, y.hi, fused(x.hi, y.hi, -hi)))};
}

LANE Pair subtract_smaller_pair(Pair x, Pair y)
{
    float hi = x.hi - y.hi;
    return (Pair){hi, ((x.hi - hi) - y.hi + x.lo) - y.lo};
}

LANE Pair subtract_smaller_float(Pair x, float y)
{
    float hi = x.hi - y;
    return (Pair){hi, (x.hi - hi) - y + x.lo};
}

// The product as one float.
LANE float multiply_to_float(Pair x, Pair y)
{
    return fused(x.hi, y.hi, fused(x.lo, y.hi, x.hi * y.lo));
}

LANE Pair square(Pair x)
{
    float hi = x.hi * x.hi;
    return (Pair){hi, fused(x.hi + x.hi, x.lo, fused(x.hi, x.hi, -hi))};
}

LANE Pair reciprocal(Pair x)
{
    float hi = 1 / x.hi;
    return (Pair){hi, hi * fused(-x.lo, hi, fused(-x.hi, hi, 1))};
}

LANE Pair divide(Pair x, Pair y)
{
    float inverse = 1 / y.hi, hi = x.hi * inverse;
    float rest = fused(inverse, x.hi, -hi);
    float missing = fused(-y.lo, inverse, fused(-y.hi, inverse, 1));
    return (Pair){hi, fused(hi, missing, fused(x.lo, inverse, rest))};
}

LANE Pair reciprocal_of_float(float x)
{
    float hi = 1 / x;
    return (Pair){hi, hi * fused(-x, hi, 1)};
}

// One step of Newton's method.
LANE Pair square_root(float x)
{
    float root = sqrtf(x);
    Pair sum = add_pair((Pair){x, 0}, multiply_floats(root, root));
    return pair_scaled(multiply_pair(sum, reciprocal_of_float(root)), 0.5f);
}

LANE Pair square_root_of_pair(Pair x)
{
    float root = sqrtf(x.hi + x.lo);
    Pair sum = add_pair(x, multiply_floats(root, root));
    return pair_scaled(multiply_pair(sum, reciprocal_of_float(root)), 0.5f);
}
