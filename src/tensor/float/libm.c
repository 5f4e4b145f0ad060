// The functions of float/math.h by the C library, for builds that have no SLEEF: right to a unit
// or two in the last place, but not PyTorch's bits.
#include "tensor/float/math.h"

#include <math.h>

bool float_rows_are_pytorchs(void)
{
    return false;
}

#define ROW(name, error)                                                                           \
    void name##_row(float *out, const float *in, int64_t n)                                        \
    {                                                                                              \
        for (int64_t i = 0; i < n; i++) out[i] = name##f(in[i]);                                   \
    }

#define ROW2(name, error)                                                                          \
    void name##_row(float *out, const float *x, const float *y, int64_t n)                         \
    {                                                                                              \
        for (int64_t i = 0; i < n; i++) out[i] = name##f(x[i], y[i]);                              \
    }

MATH_ROWS(ROW, ROW2)

void float_library(Buf *out)
{
    buf_add(out, STR("no SLEEF"));
}
