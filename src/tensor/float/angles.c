// asin, acos, atan, atan2 and hypot of rows of floats: SLEEF's, see float/math.c.
#include "tensor/float/math.h"
#include "tensor/float/pair.h"
#include "tensor/float/rows.h"

#include <math.h>

static const Pair pi_pair = {3.1415927410125732422f, -8.7422776573475857731e-08f};

#define HALF_PI 1.57079632679489661923f

// ---- asin, acos --------------------------------------------------------------------------------

// Below 1/2 the sine itself, above it that of half the angle that is left.
typedef struct Sine {
    bool small;
    Pair root;     // the sine
    float squared; // its square
    float more;    // what its arc is longer
} Sine;

LANE Sine sine_to_arc(float x)
{
    float size = magnitude(x);
    Sine sine = {.small = size < 0.5f};
    sine.squared = sine.small ? x * x : (1 - size) * 0.5f;
    Pair root = square_root(sine.squared);
    sine.root.hi = sine.small ? size : size == 1 ? 0 : root.hi;
    sine.root.lo = sine.small || size == 1 ? 0 : root.lo;
    float u = 0.4197454825e-1f;
    u = fused(u, sine.squared, 0.2424046025e-1f);
    u = fused(u, sine.squared, 0.4547423869e-1f);
    u = fused(u, sine.squared, 0.7495029271e-1f);
    u = fused(u, sine.squared, 0.1666677296e+0f);
    sine.more = u * (sine.squared * sine.root.hi);
    return sine;
}

LANE float asin_lane(float x)
{
    Sine sine = sine_to_arc(x);
    Pair rest = subtract_smaller_pair(pair_scaled(pi_pair, 0.25f), sine.root);
    rest = subtract_smaller_float(rest, sine.more);
    float result = sine.small ? sine.more + sine.root.hi : (rest.hi + rest.lo) * 2;
    return with_sign_of(result, x);
}

LANE float acos_lane(float x)
{
    Sine sine = sine_to_arc(x);
    Pair arc = add_smaller_floats(with_sign_of(sine.root.hi, x), with_sign_of(sine.more, x));
    Pair near = subtract_smaller_pair(pair_scaled(pi_pair, 0.5f), arc);
    Pair far = pair_scaled(add_smaller_float(sine.root, sine.more), 2);
    Pair back = subtract_smaller_pair(pi_pair, far);
    float result = sine.small ? near.hi + near.lo : x < 0 ? back.hi + back.lo : far.hi + far.lo;
    return result;
}

// ---- atan --------------------------------------------------------------------------------------

// The angle of the point (x, y), y not negative.
LANE Pair angle_of(Pair y, Pair x)
{
    static const Pair quarter_turn = {1.5707963705062866211f, -4.3711388286737928865e-08f};
    float quarters = x.hi < 0 ? -2 : 0, sign = x.hi < 0 ? -0.0f : 0.0f;
    x = (Pair){with_sign_of(x.hi, sign), with_sign_of(x.lo, sign)};
    bool steep = x.hi < y.hi;
    quarters += steep ? 1 : 0;
    Pair s = {steep ? -x.hi : y.hi, steep ? -x.lo : y.lo};
    Pair t = {steep ? y.hi : x.hi, steep ? y.lo : x.lo};
    s = divide(s, t);
    t = pair_normal(square(s));
    float u = -0.00176397908944636583328247f;
    u = fused(u, t.hi, 0.0107900900766253471374512f);
    u = fused(u, t.hi, -0.0309564601629972457885742f);
    u = fused(u, t.hi, 0.0577365085482597351074219f);
    u = fused(u, t.hi, -0.0838950723409652709960938f);
    u = fused(u, t.hi, 0.109463557600975036621094f);
    u = fused(u, t.hi, -0.142626821994781494140625f);
    u = fused(u, t.hi, 0.199983194470405578613281f);
    t = multiply_pair(t, add_smaller_floats(-0.333332866430282592773438f, u * t.hi));
    t = multiply_pair(s, add_smaller_pair_to(1, t));
    return add_smaller_pair(multiply_float(quarter_turn, quarters), t);
}

LANE float atan_lane(float x)
{
    Pair angle = angle_of((Pair){magnitude(x), 0}, (Pair){1, 0});
    float result = magnitude(x) == INFINITY ? HALF_PI : angle.hi + angle.lo;
    return with_sign_of(result, x);
}

// `part` of pi with the sign of x where x is infinite.
LANE float if_infinite(float x, float part)
{
    return magnitude(x) == INFINITY ? with_sign_of(part, x) : 0;
}

LANE float atan2_lane(float y, float x)
{
    bool tiny = magnitude(x) < 2.9387372783541830947e-39f;
    x = tiny ? x * 0x1p24f : x;
    y = tiny ? y * 0x1p24f : y;
    Pair angle = angle_of((Pair){magnitude(y), 0}, (Pair){x, 0});
    float result = with_sign_of(angle.hi + angle.lo, x);
    bool end = magnitude(x) == INFINITY || x == 0;
    result = end ? HALF_PI - if_infinite(x, HALF_PI) : result;
    result = magnitude(y) == INFINITY ? HALF_PI - if_infinite(x, HALF_PI / 2) : result;
    result = y == 0 ? (float_bits(x) >> 31 ? 2 * HALF_PI : 0) : result;
    return x == x && y == y ? with_sign_of(result, y) : NAN;
}

// ---- hypot -------------------------------------------------------------------------------------

LANE float hypot_lane(float x, float y)
{
    float a = magnitude(x), b = magnitude(y);
    float least = a < b ? a : b, most = a > b ? a : b;
    float scale = most < 0x1p-126f ? 0x1p24f : 1;
    Pair ratio = divide((Pair){least * scale, 0}, (Pair){most * scale, 0});
    Pair length = square_root_of_pair(add_float(square(ratio), 1));
    length = multiply_float(length, most);
    float result = length.hi + length.lo;
    result = result == result ? result : INFINITY;
    result = least == 0 ? most : result;
    result = x == x && y == y ? result : NAN;
    return a == INFINITY || b == INFINITY ? INFINITY : result;
}

// ---- rows --------------------------------------------------------------------------------------

ROW_LOOP(asin_loop, asin_lane(a[i]))
ROW_LOOP(acos_loop, acos_lane(a[i]))
ROW_LOOP(atan_loop, atan_lane(a[i]))
ROW_LOOP(atan2_loop, atan2_lane(a[i], b[i]))
ROW_LOOP(hypot_loop, hypot_lane(a[i], b[i]))

void asin_row(float *out, const float *in, int64_t n)
{
    asin_loop(out, in, NULL, 0, n);
}

void acos_row(float *out, const float *in, int64_t n)
{
    acos_loop(out, in, NULL, 0, n);
}

void atan_row(float *out, const float *in, int64_t n)
{
    atan_loop(out, in, NULL, 0, n);
}

void atan2_row(float *out, const float *y, const float *x, int64_t n)
{
    atan2_loop(out, y, x, 0, n);
}

void hypot_row(float *out, const float *x, const float *y, int64_t n)
{
    hypot_loop(out, x, y, 0, n);
}
