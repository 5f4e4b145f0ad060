// Functions that are a formula around another one: silu is x / (1 + exp(-x)), softplus is
// log(1 + exp(x)). The inner function is computed of whole rows, and so are the steps around it.
#pragma once

#include "tensor/float/bits.h"
#include "tensor/float/math.h"
#include "tensor/float/rows.h"

typedef struct StepArgs {
    float p[3]; // the call's arguments
} StepArgs;

typedef void StepLoop(float *out, const float *x, const float *y, const float *f, StepArgs args,
                      int64_t n);

typedef struct Steps {
    StepLoop *before; // of x and y: what the inner function is of
    FloatRow *inner;
    StepLoop *after; // of x, y and f, the inner function's value
} Steps;

// `n` cells side by side; `out` may be x or y. A function of one number has x as y, too.
void steps_run(const Steps *steps, float *out, const float *x, const float *y, StepArgs args,
               int64_t n);

// The steps name_steps: expressions of x, y, p[0], p[1], … and the second of f. name_before_of and
// name_after_of are the same for single numbers.
#define STEPS(name, before, its_inner, after)                                                      \
    STEP(name##_before, before)                                                                    \
    STEP(name##_after, after)                                                                      \
    static const Steps name##_steps = {name##_before, its_inner, name##_after};

#define STEP(name, expression)                                                                     \
    LANE float name##_of(float x, float y, float f, const float *p)                                \
    {                                                                                              \
        (void)x, (void)y, (void)f, (void)p;                                                        \
        return (expression);                                                                       \
    }                                                                                              \
    LANE void name##_body(float *out, const float *x, const float *y, const float *f,              \
                          StepArgs args, int64_t n)                                                \
    {                                                                                              \
        INDEPENDENT for (int64_t i = 0; i < n; i++) out[i] = name##_of(x[i], y[i], f[i], args.p);  \
    }                                                                                              \
    COMPILED_TWICE(                                                                                \
        static, name,                                                                              \
        (float *out, const float *x, const float *y, const float *f, StepArgs args, int64_t n),    \
        (out, x, y, f, args, n))
