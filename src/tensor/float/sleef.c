// The functions of float/math.h by SLEEF, the library that PyTorch has them from: with AVX2 by the
// same eights at a time, elsewhere one number at a time. Where the processor multiplies and adds
// with one rounding these give the same bits; on old ones the last bit may differ.
#include "tensor/float/math.h"
#include "tensor/float/rows.h"

#include <sleef.h>
#include <string.h>

enum { LANES = 8 };

// One number at a time: whether it multiplies and adds with one rounding is known at once, or found
// out. (In a page it does so by software.)
#if defined(__FP_FAST_FMAF) || defined(__wasm__)
#define FUSED()            true
#define ONE(function, ...) Sleef_##function##purecfma(__VA_ARGS__)
#else
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define FUSED() (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
#else
#define FUSED() false
#endif
#define ONE(function, ...)                                                                         \
    (FUSED() ? Sleef_##function##purecfma(__VA_ARGS__) : Sleef_##function##purec(__VA_ARGS__))
#endif

bool float_rows_are_pytorchs(void)
{
    return FUSED();
}

typedef float One(float x);
typedef float One2(float x, float y);

#ifdef __x86_64__
typedef __m256 Eight(__m256 x);
typedef __m256 Eight2(__m256 x, __m256 y);

// Cells that fill no eight are computed among zeros.
FOR_AVX2 static void by_eights(Eight *function, float *out, const float *in, int64_t n)
{
    for (; n >= LANES; n -= LANES, in += LANES, out += LANES)
        _mm256_storeu_ps(out, function(_mm256_loadu_ps(in)));
    float rest[LANES] = {0};
    if (n == 0) return;
    memcpy(rest, in, (size_t)n * sizeof *in);
    _mm256_storeu_ps(rest, function(_mm256_loadu_ps(rest)));
    memcpy(out, rest, (size_t)n * sizeof *out);
}

FOR_AVX2 static void by_eights2(Eight2 *function, float *out, const float *x, const float *y,
                                int64_t n)
{
    for (; n >= LANES; n -= LANES, x += LANES, y += LANES, out += LANES)
        _mm256_storeu_ps(out, function(_mm256_loadu_ps(x), _mm256_loadu_ps(y)));
    float rest[2][LANES] = {{0}};
    if (n == 0) return;
    memcpy(rest[0], x, (size_t)n * sizeof *x);
    memcpy(rest[1], y, (size_t)n * sizeof *y);
    _mm256_storeu_ps(rest[0], function(_mm256_loadu_ps(rest[0]), _mm256_loadu_ps(rest[1])));
    memcpy(out, rest[0], (size_t)n * sizeof *out);
}

// sleef.h declares those that round once, and those of eights, only to files that are compiled for
// AVX2 as a whole.
#define BY_EIGHTS(Function, how, name, ...)                                                        \
    if (HAVE_AVX2()) {                                                                             \
        extern Function Sleef_##name##avx2;                                                        \
        how(Sleef_##name##avx2, __VA_ARGS__);                                                      \
        return;                                                                                    \
    }
#else
#define BY_EIGHTS(Function, how, name, ...)
#endif

#define ROW(name, error)                                                                           \
    void name##_row(float *out, const float *in, int64_t n)                                        \
    {                                                                                              \
        BY_EIGHTS(Eight, by_eights, name##f8_##error, out, in, n)                                  \
        extern One Sleef_##name##f1_##error##purecfma;                                             \
        for (int64_t i = 0; i < n; i++) out[i] = ONE(name##f1_##error, in[i]);                     \
    }

#define ROW2(name, error)                                                                          \
    void name##_row(float *out, const float *x, const float *y, int64_t n)                         \
    {                                                                                              \
        BY_EIGHTS(Eight2, by_eights2, name##f8_##error, out, x, y, n)                              \
        extern One2 Sleef_##name##f1_##error##purecfma;                                            \
        for (int64_t i = 0; i < n; i++) out[i] = ONE(name##f1_##error, x[i], y[i]);                \
    }

MATH_ROWS(ROW, ROW2)

void float_library(Buf *out)
{
#ifdef SLEEF_VERSION_MAJOR
    buf_printf(out, "SLEEF %d.%d.%d", SLEEF_VERSION_MAJOR, SLEEF_VERSION_MINOR,
               SLEEF_VERSION_PATCHLEVEL);
#else // a header of our own, as in a page
    buf_add(out, STR("SLEEF"));
#endif
}
