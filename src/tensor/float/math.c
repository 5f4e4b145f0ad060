// The formulas are those of SLEEF 3.5 (github.com/shibatch/sleef, src/libm/sleefsimdsp.c, functions
// of at most 1 unit in the last place), step for step, so that every rounding is the same.
#include "tensor/float/math.h"

#include "tensor/float/lanes.h"
#include "tensor/float/rows.h"

#include <math.h>

enum { LANES = 8, WIDTH = 4 * LANES };

// ---- exp ---------------------------------------------------------------------------------------

ROW_LOOP(exp_loop, exp_lane(a[i] - x))

void exp_row(float *out, const float *in, int64_t n)
{
    exp_loop(out, in, NULL, 0, n);
}

void exp_less_row(float *out, const float *in, float less, int64_t n)
{
    exp_loop(out, in, NULL, less, n);
}

// ---- log ---------------------------------------------------------------------------------------

ROW_LOOP(log_loop, log_lane(a[i]))

void log_row(float *out, const float *in, int64_t n)
{
    log_loop(out, in, NULL, 0, n);
}

// ---- tanh --------------------------------------------------------------------------------------

ROW_LOOP(tanh_loop, tanh_lane(a[i]))

void tanh_row(float *out, const float *in, int64_t n)
{
    tanh_loop(out, in, NULL, 0, n);
}

// ---- sqrt: exact everywhere --------------------------------------------------------------------

ROW_LOOP(sqrt_loop, sqrtf(a[i]))
ROW_LOOP(rsqrt_loop, 1 / sqrtf(a[i]))

void sqrt_row(float *out, const float *in, int64_t n)
{
    sqrt_loop(out, in, NULL, 0, n);
}

void rsqrt_row(float *out, const float *in, int64_t n)
{
    rsqrt_loop(out, in, NULL, 0, n);
}

// ---- sigmoid -----------------------------------------------------------------------------------

ROW_LOOP(sigmoid_loop, 1 / (1 + exp_lane(0 - a[i])))

void sigmoid_row(float *out, const float *in, int64_t n, bool apart)
{
    int64_t blocks = apart ? 0 : n / BLOCK * BLOCK;
    sigmoid_loop(out, in, NULL, 0, blocks);
    for (int64_t i = blocks; i < n; i++) out[i] = 1 / (1 + expf(-in[i]));
}

// ---- pow ---------------------------------------------------------------------------------------

LANE Pair log_pair(float x)
{
    Parts parts = take_apart(x);
    Pair tangent = tangent_of(parts.mantissa), squared = square(tangent);
    float t = 0.240320354700088500976562f;
    t = fused(t, squared.hi, 0.285112679004669189453125f);
    t = fused(t, squared.hi, 0.400007992982864379882812f);
    Pair third = {0.66666662693023681640625f, 3.69183861259614332084311e-09f};
    Pair sum = multiply_float(ln2_pair, parts.exponent);
    sum = add_smaller_pair(sum, pair_scaled(tangent, 2));
    Pair cubed = multiply_pair(squared, tangent);
    return add_smaller_pair(sum, multiply_pair(cubed, add_pair(multiply_float(squared, t), third)));
}

// x * 2^n in five steps, the first four alike. Below 2^-126 each step may round.
LANE float scaled_in_steps(float x, int32_t n)
{
    int32_t sign = n >> 31;
    int32_t quarter = (((sign + n) >> 6) - sign) * 16;
    float step = power_of_two(quarter < -127 ? -127 : quarter > 128 ? 128 : quarter);
    return x * step * step * step * step * power_of_two(n - quarter * 4);
}

LANE float exp_of_pair(Pair x)
{
    float u = (x.hi + x.lo) * LOG2_E;
    u = u > 300 ? 300 : u;
    u = u < -300 ? -300 : u;
    Whole q = nearest_whole(u == u ? u : 0);
    Pair s = add_float(add_float(x, q.f * -LN2_HIGH), q.f * -LN2_LOW);
    s = pair_normal(s);
    float p = 0.00136324646882712841033936f;
    p = fused(p, s.hi, 0.00836596917361021041870117f);
    p = fused(p, s.hi, 0.0416710823774337768554688f);
    p = fused(p, s.hi, 0.166665524244308471679688f);
    p = fused(p, s.hi, 0.499999850988388061523438f);
    Pair t = add_smaller_pair(s, multiply_float(square(s), p));
    t = add_smaller_pair_to(1, t);
    float result = scaled_in_steps(t.hi + t.lo, q.i);
    result = x.hi > 104 ? INFINITY : result;
    return x.hi < -104 ? 0 : result;
}

// Of what is left when x is 0 or infinite.
LANE float power_of_extreme(float x, float y, bool odd)
{
    bool zero = (y < 0) != (x == 0);
    return with_sign_of(zero ? 0 : INFINITY, odd ? x : 1);
}

LANE float power_to_infinity(float x, float y)
{
    float growth = with_sign_of(magnitude(x) - 1, y);
    float result = growth == 0 ? 1 : INFINITY;
    return growth < 0 ? 0 : result;
}

LANE float power_lane(float x, float y)
{
    bool huge = magnitude(y) >= 0x1p24f; // such numbers are even
    bool whole = truncf(y) == y || huge;
    bool odd = whole && !huge && truncf(y * 0.5f) != y * 0.5f;
    float result = exp_of_pair(multiply_float(log_pair(magnitude(x)), y));
    result = result == result ? result : INFINITY;
    float sign = whole ? odd ? -1 : 1 : NAN;
    result = result * (x > 0 ? 1 : sign);
    result = magnitude(y) == INFINITY ? power_to_infinity(x, y) : result;
    result = magnitude(x) == INFINITY || x == 0 ? power_of_extreme(x, y, odd) : result;
    result = x == x && y == y ? result : NAN;
    return y == 0 || x == 1 ? 1 : result;
}

ROW_LOOP(power_loop, power_lane(a[i], b[i]))
ROW_LOOP(power_of_one_loop, power_lane(x, b[i]))
ROW_LOOP(power_to_one_loop, power_lane(a[i], x))

void power_row(float *out, const float *base, int64_t base_stride, const float *exponent,
               int64_t exponent_stride, int64_t n, bool apart)
{
    int64_t blocks = apart ? 0 : n / BLOCK * BLOCK;
    if (base_stride == 0)
        power_of_one_loop(out, NULL, exponent, base[0], blocks);
    else if (exponent_stride == 0)
        power_to_one_loop(out, base, NULL, exponent[0], blocks);
    else
        power_loop(out, base, exponent, 0, blocks);
    for (int64_t i = blocks; i < n; i++) {
        out[i] = powf(base[i * base_stride], exponent[i * exponent_stride]);
    }
}

void power_number_row(float *out, const float *base, double exponent, int64_t n, bool apart)
{
    int64_t blocks = apart ? 0 : n / BLOCK * BLOCK;
    power_to_one_loop(out, base, NULL, (float)exponent, blocks);
    for (int64_t i = blocks; i < n; i++) out[i] = (float)pow((double)base[i], exponent);
}

// ---- the largest -------------------------------------------------------------------------------

LANE float larger(float x, float y)
{
    return x > y ? x : y;
}

// Several eights side by side, since each comparison waits for the one before.
LANE float largest_by_eights(const float *in, int64_t n)
{
    float largest[WIDTH];
    int64_t i = n < WIDTH ? n : WIDTH;
    for (int k = 0; k < WIDTH; k++) largest[k] = in[k < i ? k : 0];
    for (; i + WIDTH <= n; i += WIDTH) {
        for (int k = 0; k < WIDTH; k++) largest[k] = larger(in[i + k], largest[k]);
    }
    for (; i < n; i++) largest[0] = larger(in[i], largest[0]);
    for (int half = WIDTH / 2; half; half /= 2) {
        for (int k = 0; k < half; k++) largest[k] = larger(largest[k + half], largest[k]);
    }
    return largest[0];
}

ROW_FOLD(largest)

float largest_of_row(const float *in, int64_t n)
{
    return largest(in, n);
}
