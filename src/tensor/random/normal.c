// Normal numbers as PyTorch fills whole tensors with them (aten/src/ATen/native/cpu/
// DistributionTemplates.h, normal_fill_AVX2): uniform numbers first; then in each block of 16 the
// cells j and j + 8 become a pair after Box and Muller. Logarithm, sine and cosine are the float
// polynomials of Cephes (S. Moshier), with the fused multiply-adds that PyTorch's compiler made of
// avx_mathfun.h; written out, they give the same bits on every machine.
#include "tensor/random/random.h"

#include "tensor/float/bits.h"
#include "tensor/float/rows.h"

#include <math.h>

enum { HALF = NORMAL_BLOCK / 2 };

#define TWO_PI ((float)(2.0 * 3.14159265358979323846))

// Of 0 < x <= 1.
LANE float cephes_log(float x)
{
    int32_t exponent = (int32_t)(float_bits(x) >> 23) - 126;
    float mantissa = bits_float((float_bits(x) & 0x007fffff) | 0x3f000000); // 0.5 to 1
    bool small = mantissa < 0.707106781186547524f;
    float e = (float)(small ? exponent - 1 : exponent);
    float m = small ? (mantissa - 1.0f) + mantissa : mantissa - 1.0f;
    float square_of_m = m * m, y = 7.0376836292e-2f;
    y = fused(y, m, -1.1514610310e-1f);
    y = fused(y, m, 1.1676998740e-1f);
    y = fused(y, m, -1.2420140846e-1f);
    y = fused(y, m, 1.4249322787e-1f);
    y = fused(y, m, -1.6668057665e-1f);
    y = fused(y, m, 2.0000714765e-1f);
    y = fused(y, m, -2.4999993993e-1f);
    y = fused(y, m, 3.3333331174e-1f);
    y = fused(y * m, square_of_m, e * -2.12194440e-4f) - square_of_m * 0.5f;
    return fused(e, 0.693359375f, m + y);
}

// Sine and cosine of 0 <= angle <= 2 pi: of what is left behind multiples of pi / 4.
LANE void cephes_sine_cosine(float angle, float *sine, float *cosine)
{
    int32_t octant = ((int32_t)(angle * 1.27323954473516f) + 1) & ~1;
    float n = (float)octant;
    float x = fused(n, -0.78515625f, angle);
    x = fused(n, -2.4187564849853515625e-4f, x);
    x = fused(n, -3.77489497744594108e-8f, x);
    float z = x * x;
    float c = fused(2.443315711809948e-5f, z, -1.388731625493765e-3f);
    c = fused(c, z, 4.166664568298827e-2f) * z;
    c = fused(c, z, -(z * 0.5f)) + 1.0f;
    float s = fused(-1.9515295891e-4f, z, 8.3321608736e-3f);
    s = fused(s, z, -1.6666654611e-1f) * z;
    s = fused(s, x, x);
    bool swapped = octant & 2;
    float first = swapped ? c : s, second = swapped ? s : c;
    *sine = octant & 4 ? -first : first;
    *cosine = (octant - 2) & 4 ? second : -second;
}

// Makes normal numbers of the uniform ones in `blocks` blocks.
LANE void make_pairs_body(float *cell, int64_t blocks, float mean, float deviation)
{
    for (int64_t b = 0; b < blocks; b++, cell += NORMAL_BLOCK) {
        float *near = cell, *far = cell + HALF;
        INDEPENDENT for (int i = 0; i < HALF; i++)
        {
            float sine, cosine, radius = sqrtf(-2.0f * cephes_log(1.0f - near[i]));
            cephes_sine_cosine(TWO_PI * far[i], &sine, &cosine);
            near[i] = fused(radius * cosine, deviation, mean);
            far[i] = fused(radius * sine, deviation, mean);
        }
    }
}

COMPILED_TWICE(static, make_pairs, (float *cell, int64_t blocks, float mean, float deviation),
               (cell, blocks, mean, deviation))

static void make_normal(float *cell, int64_t blocks, double mean, double deviation)
{
    make_pairs(cell, blocks, (float)mean, (float)deviation);
}

// The cells that fill no block are drawn anew, together with those before them.
void normal_fill_floats(RandomState *generator, float *cell, int64_t n, double mean,
                        double deviation)
{
    random_floats(generator, cell, n, 0, 1);
    make_normal(cell, n / NORMAL_BLOCK, mean, deviation);
    if (n % NORMAL_BLOCK == 0) return;
    float *last = cell + n - NORMAL_BLOCK;
    for (int i = 0; i < NORMAL_BLOCK; i++) last[i] = random_unit_float(generator);
    make_normal(last, 1, mean, deviation);
}

// ---- float64: the same, with the C library's functions ---------------------------------------

static void make_normal_doubles(double *cell, double mean, double deviation)
{
    for (int i = 0; i < HALF; i++) {
        double radius = sqrt(-2 * log(1 - cell[i]));
        double angle = 2.0 * 3.14159265358979323846 * cell[i + HALF];
        cell[i] = fma(radius * cos(angle), deviation, mean);
        cell[i + HALF] = fma(radius * sin(angle), deviation, mean);
    }
}

void normal_fill_doubles(RandomState *generator, double *cell, int64_t n, double mean,
                         double deviation)
{
    for (int64_t i = 0; i < n; i++) cell[i] = random_unit(generator);
    int64_t at = 0;
    for (; at + NORMAL_BLOCK <= n; at += NORMAL_BLOCK) {
        make_normal_doubles(cell + at, mean, deviation);
    }
    if (at == n) return;
    double *last = cell + n - NORMAL_BLOCK;
    for (int i = 0; i < NORMAL_BLOCK; i++) last[i] = random_unit(generator);
    make_normal_doubles(last, mean, deviation);
}
