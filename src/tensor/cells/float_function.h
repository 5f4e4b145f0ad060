// Rows of functions of one number that are computed as floats.
//
// PyTorch's kernels compute 16 cells at a time. What is left over, and cells that lie apart, they
// leave to the C library for some functions: those have a TAIL. All of this only matters for the
// last bit of float32. Macros and inline functions alone.
#pragma once

#include "tensor/cells/elementwise.h"
#include "tensor/float/lanes.h"
#include "tensor/float/math.h"
#include "tensor/float/rows.h"

// Cells that lie apart are brought together in the output first.
static inline void run_row(FloatRow *function, float *out, const float *in, int64_t stride,
                           int64_t n)
{
    if (stride != 1) {
        for (int64_t i = 0; i < n; i++) out[i] = in[i * stride];
        in = out;
    }
    function(out, in, n);
}

#define FLOAT_ROW(name)                                                                            \
    static void name##_floats(void *output, const void *const *in, const int64_t *stride,          \
                              int64_t n)                                                           \
    {                                                                                              \
        run_row(name##_row, output, in[0], stride[0], n);                                          \
    }

// Value and forward of a function of floats; its row is name_floats.
#define FUNCTION(name, in_double)                                                                  \
    VALUE1(name##_value, in_double)                                                                \
    ROW1(name##_doubles, double, double, in_double)                                                \
    static void name##_forward(OpCall *call)                                                       \
    {                                                                                              \
        elementwise_same(call, call->dtype,                                                        \
                         &(RowSet){.floats = name##_floats, .doubles = name##_doubles});           \
    }

// `lane` of 16 cells at a time, `tail` of the others: expressions of x and of the call's arguments
// p[0], p[1], … as floats.
//
// PyTorch leaves the tail to the C library. Its functions of floats differ from version to version;
// those of doubles, rounded, are what the newest give (glibc from 2.41 on).
LANE float log1p_float(float x)
{
    return (float)log1p((double)x);
}

#define TAILED_ROW(name, lane, tail)                                                               \
    LANE float name##_lane_of(float x, float p0, float p1, float p2)                               \
    {                                                                                              \
        const float p[] = {p0, p1, p2};                                                            \
        (void)p;                                                                                   \
        return (lane);                                                                             \
    }                                                                                              \
    ROW_LOOP3(name##_lanes, name##_lane_of(a[i], x, y, z))                                         \
    static void name##_floats(void *output, const void *const *in, const int64_t *stride,          \
                              int64_t n)                                                           \
    {                                                                                              \
        float *out = output;                                                                       \
        const float *cells = in[0];                                                                \
        const double *given = in[PARAMETERS];                                                      \
        const float p[] = {(float)given[0], (float)given[1], (float)given[2]};                     \
        int64_t step = stride[0] ? stride[0] : 1, blocks = stride[0] == 1 ? n / 16 * 16 : 0;       \
        name##_lanes(out, cells, p[0], p[1], p[2], blocks);                                        \
        for (int64_t i = blocks; i < n; i++) {                                                     \
            float x = cells[stride[0] ? i * step : 0];                                             \
            out[i] = (tail);                                                                       \
        }                                                                                          \
    }

typedef void TwoRow(float *out, const float *x, const float *y, int64_t n);

// Rows of two operands side by side, 16 cells at a time; what is left over as `rest` has it.
static inline void run_two(TwoRow *row, float (*rest)(float, float), float *out,
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

// The row of a function: found in `places`, written as before x after.
#define FUNCTION_ROW(...) LAID_FUNCTION_ROW(layout_together, __VA_ARGS__)
// The same of a function that takes longer.
#define HARD_FUNCTION_ROW(its_effort, ...)                                                         \
    EFFORT_FUNCTION_ROW(its_effort, its_effort, layout_together, __VA_ARGS__)

// The same of a function whose result does not lie together with its input.
#define LAID_FUNCTION_ROW(...) EFFORT_FUNCTION_ROW(6, 16, __VA_ARGS__)

#define EFFORT_FUNCTION_ROW(its_effort, its_wide_effort, its_layout, id, its_name, its_signature,  \
                            places, its_infer, before_text, after_text, its_doc)                   \
    const Op op_##id = {                                                                           \
        .name = its_name,                                                                          \
        .effort = its_effort,                                                                      \
        .wide_effort = its_wide_effort,                                                            \
        .signature = its_signature,                                                                \
        .shape = "(...) -> (...)",                                                                 \
        .doc = its_doc,                                                                            \
        .found = places,                                                                           \
        .layout = its_layout,                                                                      \
        .notation = {.before = before_text, .after = after_text},                                  \
        .infer = its_infer,                                                                        \
        .forward = id##_forward,                                                                   \
        .sources = sources_elementwise,                                                            \
        .value = id##_value,                                                                       \
    };
