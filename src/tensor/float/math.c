// Rows that are made of those that float/math.h gets from a library, and the largest number of one.
#include "tensor/float/math.h"

#include "tensor/float/bits.h"
#include "tensor/float/rows.h"
#include "tensor/float/steps.h"

enum { LANES = 8, WIDTH = 4 * LANES, CHUNK = 256 };

void steps_run(const Steps *steps, float *out, const float *x, const float *y, StepArgs args,
               int64_t n)
{
    float f[CHUNK];
    for (int64_t i = 0; i < n; i += CHUNK) {
        int64_t some = n - i < CHUNK ? n - i : CHUNK;
        steps->before(f, x + i, y + i, x + i, args, some);
        steps->inner(f, f, some);
        steps->after(out + i, x + i, y + i, f, args, some);
    }
}

ROW_LOOP(less_loop, a[i] - x)

void math_exp_less_row(float *out, const float *in, float less, int64_t n)
{
    less_loop(out, in, NULL, less, n);
    exp_row(out, out, n);
}

void log1p_exp_row(float *out, const float *in, int64_t n)
{
    exp_row(out, in, n);
    log1p_row(out, out, n);
}

// ---- erf ---------------------------------------------------------------------------------------

// Abramowitz and Stegun's 7.1.26: a polynomial in 1 / (1 + p x) times e = exp(-x^2). Its error is
// at most 1.5e-7, so that small numbers have 0.
LANE float erf_of(float x, float e)
{
    float t = 1 / fused(0.3275911f, magnitude(x), 1);
    float p = 1.061405429f;
    p = fused(p, t, -1.453152027f);
    p = fused(p, t, 1.421413741f);
    p = fused(p, t, -0.284496736f);
    p = fused(p, t, 0.254829592f);
    return with_sign_of(fused(-e * t, p, 1), x);
}

STEPS(erf, -(x *x), exp_row, erf_of(x, f))

void erf_row(float *out, const float *in, int64_t n)
{
    steps_run(&erf_steps, out, in, in, (StepArgs){{0}}, n);
}

// ---- the largest -------------------------------------------------------------------------------

LANE float larger(float x, float y)
{
    return x > y ? x : y;
}

// Several eights side by side, since each comparison waits for the one before.
LANE float math_largest_of_row_body(const float *in, int64_t n)
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

ROW_FOLD(, math_largest_of_row)
