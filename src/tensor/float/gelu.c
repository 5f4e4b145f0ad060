// gelu of rows of floats: x / 2 * (1 + erf(x / sqrt(2))), as oneDNN computes it, to which PyTorch
// hands it.
//
// erf is Abramowitz and Stegun's 7.1.26, a polynomial in 1 / (1 + p x) times exp(-x^2), exp a
// polynomial of its own (oneDNN 2.6, jit_uni_eltwise_injector.cpp: gelu_erf, exp).
#include "tensor/float/math.h"
#include "tensor/float/pair.h"
#include "tensor/float/rows.h"

LANE float exp_of_negative(float x)
{
    bool tiny = x < -87.336548f;
    x = tiny ? -87.336548f : x;
    float n = floorf(fused(x, 1.44269502f, 0.5f));
    float r = fused(-n, 0.693147182f, x);
    float p = 0.00828929059f;
    p = fused(p, r, 0.0418978221f);
    p = fused(p, r, 0.166676521f);
    p = fused(p, r, 0.499991506f);
    p = fused(p, r, 0.999999701f);
    p = fused(p, r, 1);
    float half = power_of_two(nearest_whole(n - 1).i);
    return tiny ? 0 : p * half * 2;
}

LANE float gelu_lane(float s)
{
    float x = s * 0.707106769f;
    float t = 1 / fused(0.327591091f, magnitude(x), 1);
    float down = -exp_of_negative(-(x * x)) * t;
    float p = 1.06140542f;
    p = fused(p, t, -1.45315206f);
    p = fused(p, t, 1.42141378f);
    p = fused(p, t, -0.284496725f);
    p = fused(p, t, 0.254829586f);
    float erf = with_sign_of(fused(down, p, 1), s), half = s * 0.5f;
    return fused(erf, half, half);
}

ROW_LOOP(gelu_loop, gelu_lane(a[i]))

void gelu_row(float *out, const float *in, int64_t n)
{
    gelu_loop(out, in, NULL, 0, n);
}
