// A float's bits, and what is quickly done with them. All of it is inline.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

// A step of a loop over cells, compiled into it.
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

// x * y + z, rounded once.
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
