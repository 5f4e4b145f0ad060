// erf and erfc of rows of floats; erfc is SLEEF's, see float/math.c.
#include "tensor/float/erf.h"
#include "tensor/float/math.h"
#include "tensor/float/rows.h"

// ---- erfc --------------------------------------------------------------------------------------

LANE Pair pair_of(double x)
{
    float hi = (float)x;
    return (Pair){hi, (float)(x - (double)hi)};
}

// Of four numbers the one for this part of the curve.
LANE float of_four(int part, float first, float second, float third, float fourth)
{
    return part == 0 ? first : part == 1 ? second : part == 2 ? third : fourth;
}

LANE Pair pair_of_four(int part, double first, double second, double third, double fourth)
{
    Pair a = pair_of(first), b = pair_of(second), c = pair_of(third), d = pair_of(fourth);
    return (Pair){of_four(part, a.hi, b.hi, c.hi, d.hi), of_four(part, a.lo, b.lo, c.lo, d.lo)};
}

// The polynomial under the exponential, in the number or its reciprocal.
LANE Pair erfc_power(int part, Pair u)
{
    float t =
        of_four(part, -0.8638041618e-4f, -0.6236977242e-5f, -0.3869504035e+0f, 0.1115344167e+1f);
    t = fused(
        t, u.hi,
        of_four(part, 0.6000166177e-3f, 0.5749821503e-4f, 0.1288077235e+1f, -0.9454904199e+0f));
    t = fused(
        t, u.hi,
        of_four(part, -0.1665703603e-2f, 0.6002851478e-5f, -0.1816803217e+1f, -0.3667259514e+0f));
    t = fused(
        t, u.hi,
        of_four(part, 0.1795156277e-3f, -0.2851036377e-2f, 0.1249150872e+1f, 0.7155663371e+0f));
    t = fused(
        t, u.hi,
        of_four(part, 0.1914106123e-1f, 0.2260518074e-1f, -0.1328857988e+0f, -0.1262947265e-1f));
    Pair d = multiply_float(u, t);
    d = add_pair(d, pair_of_four(part, -0.102775359343930288081655368891e+0,
                                 -0.105247583459338632253369014063e+0,
                                 -0.482365310333045318680618892669e+0,
                                 -0.498961546254537647970305302739e+0));
    d = multiply_pair(d, u);
    d = add_pair(d, pair_of_four(part, -0.636619483208481931303752546439e+0,
                                 -0.635609463574589034216723775292e+0,
                                 -0.134450203224533979217859332703e-2,
                                 -0.471199543422848492080722832666e-4));
    d = multiply_pair(d, u);
    return add_pair(d, pair_of_four(part, -0.112837917790537404939545770596e+1,
                                    -0.112855987376668622084547028949e+1,
                                    -0.572319781150472949561786101080e+0,
                                    -0.572364030327966044425932623525e+0));
}

LANE float erfc_lane(float x)
{
    float size = magnitude(x);
    int part = size < 1 ? 0 : size < 2.2f ? 1 : size < 4.3f ? 2 : 3;
    bool near = part < 2;
    Pair inverse = divide((Pair){1, 0}, (Pair){size, 0});
    Pair u = {near ? size : inverse.hi, near ? 0 : inverse.lo};
    Pair d = erfc_power(part, u);
    Pair power = multiply_float((Pair){near ? d.hi : -size, near ? d.lo : 0}, size);
    Pair below = add_pair(power, d);
    power = (Pair){near ? power.hi : below.hi, near ? power.lo : below.lo};
    power = exp_pair(power);
    Pair scaled = multiply_pair(power, u);
    float result = near ? power.hi + power.lo : scaled.hi + scaled.lo;
    result = size < 10.1f ? result : 0;
    result = float_bits(x) >> 31 ? 2 - result : result;
    return x == x ? result : x;
}

ROW_LOOP(erf_loop, erf_lane(a[i]))
ROW_LOOP(erfc_loop, erfc_lane(a[i]))

void erf_row(float *out, const float *in, int64_t n)
{
    erf_loop(out, in, NULL, 0, n);
}

void erfc_row(float *out, const float *in, int64_t n)
{
    erfc_loop(out, in, NULL, 0, n);
}
