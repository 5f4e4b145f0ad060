// Rows of functions of one number that are computed as floats.
//
// PyTorch's kernels compute 16 cells at a time. What is left over, and cells that lie apart, they
// leave to the C library for some functions: those have a TAILED_ROW. It only matters for the
// last bit of float32. Macros and inline functions alone.
#pragma once

#include "tensor/elementwise/elementwise.h"
#include "tensor/float/steps.h"

enum { BLOCK = 16 }; // cells that PyTorch's loops take at a time

// Of halves they take twice as many, where these lie side by side or are the same for all. What is
// left over is rounded after each step.
static inline int64_t blocks_of_halves(const int64_t *stride, int operands, int64_t n)
{
    int apart = 0;
    for (int k = 0; k < operands; k++) apart += stride[k] > 1 || stride[k] < 0;
    return apart ? 0 : n / (2 * BLOCK) * (2 * BLOCK);
}

static inline float half_step(DType halves, float value)
{
    return (float)dtype_held(halves, (double)value);
}

// Cells that lie apart are brought together in the output.
static inline const float *brought_together(float *out, const float *in, int64_t stride, int64_t n)
{
    if (stride == 1) return in;
    for (int64_t i = 0; i < n; i++) out[i] = in[i * stride];
    return out;
}

static inline void run_row(FloatRow *function, float *out, const float *in, int64_t stride,
                           int64_t n)
{
    function(out, brought_together(out, in, stride, n), n);
}

#define FLOAT_ROW(name)                                                                            \
    static void name##_floats(void *output, const void *const *in, const int64_t *stride,          \
                              int64_t n)                                                           \
    {                                                                                              \
        run_row(name##_row, output, in[0], stride[0], n);                                          \
    }

// Doubles and value of a function of floats.
#define FUNCTION(name, in_double)                                                                  \
    VALUE1(name##_value, in_double)                                                                \
    ROW1(name##_doubles, double, double, in_double)

// PyTorch leaves the tail to the C library. Its functions of floats differ from version to version;
// those of doubles, rounded, are what the newest give (glibc from 2.41 on).
LANE float log1p_float(float x)
{
    return (float)log1p((double)x);
}

LANE float log1p_exp_float(float x)
{
    return log1p_float(expf(x));
}

LANE float tanh_float(float x)
{
    return (float)tanh((double)x);
}

typedef float FloatApart(float x, float y, const float *p);

static inline void run_tailed(const Steps *steps, FloatApart *apart, float *out,
                              const void *const *in, const int64_t *stride, int64_t n)
{
    const float *x = brought_together(out, in[0], stride[0], n);
    const double *given = in[PARAMETERS];
    StepArgs args = {{(float)given[0], (float)given[1], (float)given[2]}};
    int64_t blocks = stride[0] <= 1 ? n / BLOCK * BLOCK : 0; // 0: one number for all
    steps_run(steps, out, x, x, args, blocks);
    for (int64_t i = blocks; i < n; i++) out[i] = apart(x[i], x[i], args.p);
}

// A function with a tail: the steps around `inner` (float/steps.h), which of the tail is `single`.
#define TAILED_STEPS(name, before, inner, single, after)                                           \
    STEPS(name, before, inner, after)                                                              \
    static float name##_apart_of(float x, float y, const float *p)                                 \
    {                                                                                              \
        return name##_after_of(x, y, single(name##_before_of(x, y, 0, p)), p);                     \
    }

#define TAILED_ROW(name, before, inner, single, after)                                             \
    TAILED_STEPS(name, before, inner, single, after)                                               \
    static void name##_floats(void *output, const void *const *in, const int64_t *stride,          \
                              int64_t n)                                                           \
    {                                                                                              \
        run_tailed(&name##_steps, name##_apart_of, output, in, stride, n);                         \
    }

// Rows of two operands side by side, 16 cells at a time; what is left over as `rest` has it.
static inline void run_two(FloatRow2 *row, float (*rest)(float, float), float *out,
                           const void *const *in, const int64_t *stride, int64_t n)
{
    const float *x = in[0], *y = in[1];
    bool together = stride[0] == 1 && stride[1] == 1;
    int64_t blocks = together ? n / BLOCK * BLOCK : 0;
    bool one = stride[0] + stride[1] == 1; // of these the other is the same for all
    for (int64_t i = 0; one && i + BLOCK <= n; i += BLOCK, blocks = i) {
        float a[BLOCK], b[BLOCK];
        for (int k = 0; k < BLOCK; k++) {
            a[k] = x[(i + k) * stride[0]];
            b[k] = y[(i + k) * stride[1]];
        }
        row(out + i, a, b, BLOCK);
    }
    if (together) row(out, x, y, blocks);
    for (int64_t i = blocks; i < n; i++) out[i] = rest(x[i * stride[0]], y[i * stride[1]]);
}

// The row of a function of two numbers, which has TAILED_STEPS.
#define TAILED_ROW2(name)                                                                          \
    static void name##_row(float *out, const float *x, const float *y, int64_t n)                  \
    {                                                                                              \
        steps_run(&name##_steps, out, x, y, (StepArgs){{0}}, n);                                   \
    }                                                                                              \
    static float name##_apart(float x, float y)                                                    \
    {                                                                                              \
        return name##_apart_of(x, y, NULL);                                                        \
    }                                                                                              \
    FLOAT_ROW2(name, name##_apart)

// A row of two numbers: side by side as name_row computes them, else as `rest` does.
#define FLOAT_ROW2(name, rest)                                                                     \
    static void name##_floats(void *output, const void *const *in, const int64_t *stride,          \
                              int64_t n)                                                           \
    {                                                                                              \
        run_two(name##_row, rest, output, in, stride, n);                                          \
    }
