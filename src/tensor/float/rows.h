// Loops over rows of floats, compiled twice: once for processors with AVX2 and fused multiply-adds,
// where eight cells are computed at a time, and once for any. Both give the same bits. Macros
// alone.
#pragma once

#include "tensor/float/bits.h"

#include <stdbool.h>
#include <stdint.h>

#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#define HAVE_AVX512() __builtin_cpu_supports("avx512f")
#define FOR_AVX512    __attribute__((target("avx512f")))
#define FOR_PAIRS     "avx512f,avx512bw,avx512bf16" // products of pairs of bfloat16
#define HAVE_PAIRS()  (__builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw"))
#define HAVE_AVX2()   (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
#ifdef __clang__
#define FOR_AVX2 __attribute__((target("avx2,fma")))
#else
#define FOR_AVX2 __attribute__((target("avx2,fma"), optimize("O3", "no-trapping-math")))
#endif
#else
#define HAVE_AVX2() false
#define FOR_AVX2
#endif

// The cells of a row do not depend on each other, even where the output is the input.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" // under sanitizers the loops stay plain
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define INDEPENDENT _Pragma("GCC ivdep")
#else
#define INDEPENDENT
#endif

// name(parameters) does what name_body does, a LANE function that gives a `type`, with `gives` for
// "return" where that is not void. `linkage`: static, or nothing.
#define TWICE(linkage, type, gives, name, parameters, arguments)                                   \
    FOR_AVX2 static type name##_avx2 parameters                                                    \
    {                                                                                              \
        gives name##_body arguments;                                                               \
    }                                                                                              \
    static type name##_any parameters                                                              \
    {                                                                                              \
        gives name##_body arguments;                                                               \
    }                                                                                              \
    linkage type name parameters                                                                   \
    {                                                                                              \
        gives(HAVE_AVX2() ? name##_avx2 : name##_any) arguments;                                   \
    }
#define COMPILED_TWICE(linkage, name, parameters, arguments)                                       \
    TWICE(linkage, void, , name, parameters, arguments)

// name(out, a, b, x, n) sets the n cells of `out` to `cell`, an expression of a[i], b[i] and x.
#define ROW_LOOP(name, cell)                                                                       \
    LANE void name##_body(float *out, const float *a, const float *b, float x, int64_t n)          \
    {                                                                                              \
        (void)a, (void)b, (void)x;                                                                 \
        INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = (cell);                               \
    }                                                                                              \
    COMPILED_TWICE(static, name, (float *out, const float *a, const float *b, float x, int64_t n), \
                   (out, a, b, x, n))

// The same of functions that make a number of n cells.
#define ROW_FOLD(linkage, name)                                                                    \
    TWICE(linkage, float, return, name, (const float *in, int64_t n), (in, n))
