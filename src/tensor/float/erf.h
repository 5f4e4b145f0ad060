// erf of a float, as PyTorch computes it: Abramowitz and Stegun's 7.1.26, a polynomial in
// 1 / (1 + p x) times exp(-x^2). Its error is at most 1.5e-7, so that small numbers have 0.
#pragma once

#include "tensor/float/lanes.h"

LANE float erf_lane(float x)
{
    float t = 1 / fused(0.3275911f, magnitude(x), 1);
    float p = 1.061405429f;
    p = fused(p, t, -1.453152027f);
    p = fused(p, t, 1.421413741f);
    p = fused(p, t, -0.284496736f);
    p = fused(p, t, 0.254829592f);
    return with_sign_of(fused(-exp_lane(-(x * x)) * t, p, 1), x);
}
