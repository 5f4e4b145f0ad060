// erf of a float, as SLEEF computes it (see float/math.c).
#pragma once

#include "tensor/float/lanes.h"

LANE Pair pair_of(double x)
{
    float hi = (float)x;
    return (Pair){hi, (float)(x - (double)hi)};
}

// Of three numbers the one for this part of the curve.
LANE float of_three(int part, float first, float second, float third)
{
    return part == 0 ? first : part == 1 ? second : third;
}

LANE Pair pair_of_three(int part, double first, double second, double third)
{
    Pair a = pair_of(first), b = pair_of(second), c = pair_of(third);
    return (Pair){of_three(part, a.hi, b.hi, c.hi), of_three(part, a.lo, b.lo, c.lo)};
}

LANE float erf_lane(float x)
{
    float size = magnitude(x);
    int part = size < 1.1f ? 0 : size < 2.4f ? 1 : 2;
    float u = part == 0 ? size * size : size;
    float t = of_three(part, 0.7089292194e-4f, -0.1792667899e-4f, -0.9495757695e-5f);
    t = fused(t, u, of_three(part, -0.7768311189e-3f, 0.3937633010e-3f, 0.2481465926e-3f));
    t = fused(t, u, of_three(part, 0.5159463733e-2f, -0.3949181177e-2f, -0.2918176819e-2f));
    t = fused(t, u, of_three(part, -0.2683781274e-1f, 0.2445474640e-1f, 0.2059706673e-1f));
    t = fused(t, u, of_three(part, 0.1128318012e+0f, -0.1070996150e+0f, -0.9901899844e-1f));
    Pair d = multiply_floats(t, u);
    d = add_pair(d, pair_of_three(part, -0.376125876000657465175213237214e+0,
                                  -0.634588905908410389971210809210e+0,
                                  -0.643598050547891613081201721633e+0));
    d = multiply_float(d, u);
    d = add_pair(d, pair_of_three(part, 0.112837916021059138255978217023e+1,
                                  -0.112879855826694507209862753992e+1,
                                  -0.112461487742845562801052956293e+1));
    d = multiply_float(d, size);
    Pair power = exp_pair(d);
    Pair far = add_smaller_pair_to(1, (Pair){-power.hi, -power.lo});
    float result = part == 0 ? d.hi + d.lo : far.hi + far.lo;
    result = size < 4 ? result : 1;
    return x == x ? with_sign_of(result, x) : x;
}
