// sin, cos and tan of rows of floats: SLEEF's sinf_u35, cosf_u35 and tanf_u10, see float/math.c.
//
// The argument is reduced to a multiple of pi and a rest. There are three ways to do so; of eight
// cells SLEEF takes the one that the largest of them needs, or NaN.
#include "tensor/float/math.h"

#include "tensor/float/pair.h"
#include "tensor/float/rows.h"

#include <math.h>

enum { LANES = 8 };

#define ONE_OVER_PI ((float)0.318309886183790671537767526745028724)
#define MIDDLE      125.0f
#define FAR         39000.0f

// pi in parts; the products of a whole number up to 2^7 (MIDDLE) with all but the last are exact.
#define PI_A 3.1414794921875f
#define PI_B 0.00011315941810607910156f
#define PI_C 1.9841872589410058936e-09f

// The same for whole numbers up to 2^14 (FAR).
#define MIDDLE_PI_A 3.140625f
#define MIDDLE_PI_B 0.0009670257568359375f
#define MIDDLE_PI_C 6.2771141529083251953e-07f
#define MIDDLE_PI_D 1.2154201256553420762e-10f

static const Pair half_pi = {3.1415927410125732422f * 0.5f, -8.7422776573475857731e-08f * 0.5f};

// The sine of `rest`, |rest| <= pi / 2, negative where `turned`.
LANE float sine_of(float rest, bool turned)
{
    float squared = rest * rest;
    float u = 2.6083159809786593541503e-06f;
    u = fused(u, squared, -0.0001981069071916863322258f);
    u = fused(u, squared, 0.00833307858556509017944336f);
    u = fused(u, squared, -0.166666597127914428710938f);
    rest = turned ? -rest : rest;
    return squared * (u * rest) + rest;
}

// ---- near --------------------------------------------------------------------------------------

// x less `turns` times pi.
LANE float less_near(float x, float turns)
{
    return fused(turns, -PI_C, fused(turns, -PI_B, fused(turns, -PI_A, x)));
}

LANE float less_middle(float x, float turns)
{
    float rest = fused(turns, -MIDDLE_PI_B, fused(turns, -MIDDLE_PI_A, x));
    return fused(turns, -MIDDLE_PI_D, fused(turns, -MIDDLE_PI_C, rest));
}

LANE float near_sin(float x, bool middle)
{
    Whole q = nearest_whole(x * ONE_OVER_PI);
    float sine = sine_of(middle ? less_middle(x, q.f) : less_near(x, q.f), q.i & 1);
    return x == 0 ? x : sine; // -0 stays
}

// Measured from the odd multiple of pi / 2 that is nearest.
LANE float near_cos(float x, bool middle)
{
    Whole q = nearest_whole(x * ONE_OVER_PI - 0.5f);
    float turns = q.f + 0.5f;
    return sine_of(middle ? less_middle(x, turns) : less_near(x, turns), !(q.i & 1));
}

// The tangent of `rest`, |rest| <= pi / 4, or, an odd number of quarter turns away, of its
// complement.
LANE float tangent_of_rest(Pair rest, bool odd)
{
    float sign = odd ? -0.0f : 0.0f;
    rest = (Pair){with_sign_of(rest.hi, sign), with_sign_of(rest.lo, sign)};
    Pair squared = pair_normal(square(rest));
    float u = 0.00446636462584137916564941f;
    u = fused(u, squared.hi, -8.3920182078145444393158e-05f);
    u = fused(u, squared.hi, 0.0109639242291450500488281f);
    u = fused(u, squared.hi, 0.0212360303848981857299805f);
    u = fused(u, squared.hi, 0.0540687143802642822265625f);
    Pair sum = add_smaller_floats(0.133325666189193725585938f, u * squared.hi);
    sum = add_smaller_pair_to(0.33333361148834228515625f, multiply_pair(squared, sum));
    sum = add_smaller_pair_to(1, multiply_pair(sum, squared));
    Pair tangent = multiply_pair(rest, sum), inverse = reciprocal(tangent);
    return odd ? inverse.hi + inverse.lo : tangent.hi + tangent.lo;
}

LANE float near_tan(float x)
{
    Whole q = nearest_whole(x * (2 * ONE_OVER_PI));
    Pair rest = add_floats_exactly(fused(q.f, -PI_A * 0.5f, x), q.f * (-PI_B * 0.5f));
    rest = add_smaller_float(rest, q.f * (-PI_C * 0.5f));
    float tangent = tangent_of_rest(rest, q.i & 1);
    return x == 0 ? x : tangent;
}

ROW_LOOP(near_tan_loop, near_tan(a[i]))
ROW_LOOP(near_sin_loop, near_sin(a[i], false))
ROW_LOOP(near_cos_loop, near_cos(a[i], false))
ROW_LOOP(middle_sin_loop, near_sin(a[i], true))
ROW_LOOP(middle_cos_loop, near_cos(a[i], true))

// ---- far: Payne and Hanek's reduction ----------------------------------------------------------

// The digits of 1 / (2 pi) after the point, in base 2^32.
static const uint32_t one_over_two_pi[] = {0x28be60db, 0x9391054a, 0x7f09d5f4, 0x7d4d3770,
                                           0x36d8a566, 0x4f10e410, 0x7f9458ea, 0xf7aef158,
                                           0x6dc91b8e, 0x909374b8};

// 64 bits of 1 / (2 pi), after the first `skipped` ones.
static uint64_t digits_after(int skipped)
{
    const uint32_t *word = one_over_two_pi + skipped / 32;
    int shift = skipped % 32;
    uint64_t high = (uint64_t)word[0] << 32 | word[1];
    return shift ? high << shift | word[2] >> (32 - shift) : high;
}

// 1 / (2 pi) without its first skipped bits, times 2^up, as the sum of four floats of 22 bits, the
// last one of 24: each is the float nearest to what the ones before leave, cut off.
static void two_pi_parts(int skipped, int up, float part[4])
{
    bool over = false; // the parts so far add up to more
    for (int k = 0; k < 4; k++) {
        uint64_t digits = digits_after(skipped);
        double left = over ? -(double)(0 - digits) : (double)digits;
        left = ldexp(left, up - 64 - skipped);
        float nearest = (float)left;
        part[k] = k < 3 ? bits_float(float_bits(nearest) & ~(uint32_t)3) : nearest;
        int exponent;
        frexp((double)part[k], &exponent);
        skipped = 22 - exponent + up;
        over = (double)part[k] > left;
    }
}

typedef struct Reduced {
    Pair rest; // -pi / 4 to pi / 4
    int32_t quarters;
} Reduced;

// Takes the nearest whole number of quarters from x.hi.
static int32_t take_quarters(Pair *x)
{
    float quarters = rintf(x->hi * 4);
    int32_t taken = (int32_t)(quarters - rintf(x->hi) * 4);
    x->hi -= quarters * 0.25f;
    *x = pair_normal(*x);
    return taken;
}

// `x` is finite. Multiples of 2 pi drop out with the first bits of 1 / (2 pi).
static Reduced reduce_far(float x)
{
    int exponent = (int)(float_bits(x) >> 23 & 0xff) - 127 - 25;
    int up = exponent > 90 - 25 ? 64 : 0;
    float scaled = bits_float(float_bits(x) - ((uint32_t)up << 23)), part[4];
    two_pi_parts(exponent > 0 ? exponent + 2 : 0, up, part);
    Pair turns = multiply_floats(scaled, part[0]);
    int32_t quarters = take_quarters(&turns);
    turns = add_pair(turns, multiply_floats(scaled, part[1]));
    quarters += take_quarters(&turns);
    turns = add_pair(turns, multiply_float((Pair){part[2], part[3]}, scaled));
    turns = pair_normal(turns);
    Pair two_pi = pair_scaled(half_pi, 4);
    Pair rest = magnitude(scaled) < 0.7f ? (Pair){scaled, 0} : multiply_pair(turns, two_pi);
    return (Reduced){rest, quarters};
}

static float far_sin(float x)
{
    if (!(magnitude(x) < INFINITY)) return NAN;
    Reduced r = reduce_far(x);
    bool right = r.rest.hi > 0;
    int32_t q = ((r.quarters & 3) * 2 + (right ? 2 : 1)) >> 2;
    if (r.quarters & 1) r.rest = add_pair(r.rest, pair_scaled(half_pi, right ? -1 : 1));
    float sine = sine_of(r.rest.hi + r.rest.lo, q & 1);
    return x == 0 ? x : sine;
}

static float far_cos(float x)
{
    if (!(magnitude(x) < INFINITY)) return NAN;
    Reduced r = reduce_far(x);
    bool right = r.rest.hi > 0;
    int32_t q = ((r.quarters & 3) * 2 + (right ? 8 : 7)) >> 1;
    if (!(r.quarters & 1)) r.rest = add_pair(r.rest, pair_scaled(half_pi, right ? -1 : 1));
    return sine_of(r.rest.hi + r.rest.lo, !(q & 2));
}

static float far_tan(float x)
{
    if (!(magnitude(x) < INFINITY)) return NAN;
    Reduced r = reduce_far(x);
    float tangent = tangent_of_rest(r.rest, r.quarters & 1);
    return x == 0 ? x : tangent;
}

// ---- rows --------------------------------------------------------------------------------------

static bool all_below(float limit, const float *in, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        if (!(magnitude(in[i]) < limit)) return false;
    }
    return true;
}

typedef void Loop(float *out, const float *a, const float *b, float x, int64_t n);

typedef struct Ways {
    Loop *near, *middle; // middle: NULL where there is no such way
    float (*far)(float);
} Ways;

static void by_eights(float *out, const float *in, int64_t n, Ways ways)
{
    for (int64_t i = 0; i < n; i += LANES) {
        int64_t lanes = n - i < LANES ? n - i : LANES;
        if (all_below(MIDDLE, in + i, lanes)) {
            ways.near(out + i, in + i, NULL, 0, lanes);
        } else if (ways.middle && all_below(FAR, in + i, lanes)) {
            ways.middle(out + i, in + i, NULL, 0, lanes);
        } else {
            for (int64_t k = i; k < i + lanes; k++) out[k] = ways.far(in[k]);
        }
    }
}

static void turn_row(float *out, const float *in, int64_t n, Ways ways)
{
    if (all_below(MIDDLE, in, n))
        ways.near(out, in, NULL, 0, n);
    else
        by_eights(out, in, n, ways);
}

void sin_row(float *out, const float *in, int64_t n)
{
    turn_row(out, in, n, (Ways){near_sin_loop, middle_sin_loop, far_sin});
}

void cos_row(float *out, const float *in, int64_t n)
{
    turn_row(out, in, n, (Ways){near_cos_loop, middle_cos_loop, far_cos});
}

void tan_row(float *out, const float *in, int64_t n)
{
    turn_row(out, in, n, (Ways){near_tan_loop, NULL, far_tan});
}
