// Operations that make each cell from one cell of each input, with broadcasting.
//
// The work is done by row functions, one for each dtype that is computed in (dtype_compute): plain
// loops that the compiler can turn into vector instructions. ROW1, ROW2 and ROW3 define them from
// one expression; nothing else is hidden in these macros.
#pragma once

#include "tensor/call.h"
#include "tensor/float/pair.h"
#include "tensor/float/rows.h"

enum { PARAMETERS = 4 }; // after the operands

// Makes `n` cells of the output. Input k is read at in[k][0], in[k][stride[k]], …;
// in[PARAMETERS] are the call's arguments, as doubles.
typedef void RowFunction(void *output, const void *const *in, const int64_t *stride, int64_t n);

// Fills the output: inputs of another dtype are converted to operand[k] on the way. The row reads
// what operand[k] is computed in, and writes what the output's dtype is computed in.
void elementwise(OpCall *call, const DType *operand, RowFunction *row);

// The row functions of an operation, one for each dtype that is computed in. NULL where infer
// refuses the dtype.
typedef struct RowSet {
    RowFunction *floats, *doubles; // float, double
    RowFunction *ints;             // int64_t, for all integers
    RowFunction *bools;            // unsigned char
} RowSet;

// The same where all operands have one dtype.
void elementwise_same(OpCall *call, DType operand, const RowSet *rows);

// What the row of mul does: the cells of the two inputs, broadcast, multiplied (arithmetic.c).
void mul_forward(OpCall *call);

// `expression` makes the cell from x (and y, and z). The loops have no strides where they can do
// without, and are compiled twice (float/rows.h).
#define BOTH_WAYS(name)                                                                            \
    FOR_AVX2 static void name##_avx2(void *output, const void *const *in, const int64_t *stride,   \
                                     int64_t n)                                                    \
    {                                                                                              \
        name##_body(output, in, stride, n);                                                        \
    }                                                                                              \
    static void name##_any(void *output, const void *const *in, const int64_t *stride, int64_t n)  \
    {                                                                                              \
        name##_body(output, in, stride, n);                                                        \
    }                                                                                              \
    static void name(void *output, const void *const *in, const int64_t *stride, int64_t n)        \
    {                                                                                              \
        (HAVE_AVX2() ? name##_avx2 : name##_any)(output, in, stride, n);                           \
    }

#define ROW1(name, In, Out, expression)                                                            \
    LANE void name##_body(void *output, const void *const *in, const int64_t *stride, int64_t n)   \
    {                                                                                              \
        Out *out = output;                                                                         \
        const In *a = in[0];                                                                       \
        if (stride[0] == 1) {                                                                      \
            INDEPENDENT for (int64_t i = 0; i < n; i++)                                            \
            {                                                                                      \
                In x = a[i];                                                                       \
                out[i] = (Out)(expression);                                                        \
            }                                                                                      \
        } else {                                                                                   \
            for (int64_t i = 0; i < n; i++) {                                                      \
                In x = a[i * stride[0]];                                                           \
                out[i] = (Out)(expression);                                                        \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    BOTH_WAYS(name)

#define ROW2(name, In, Out, expression)                                                            \
    LANE void name##_body(void *output, const void *const *in, const int64_t *stride, int64_t n)   \
    {                                                                                              \
        Out *out = output;                                                                         \
        const In *a = in[0], *b = in[1];                                                           \
        if (stride[0] == 1 && stride[1] == 1) {                                                    \
            INDEPENDENT for (int64_t i = 0; i < n; i++)                                            \
            {                                                                                      \
                In x = a[i], y = b[i];                                                             \
                out[i] = (Out)(expression);                                                        \
            }                                                                                      \
        } else if (stride[0] == 1 && stride[1] == 0) {                                             \
            In y = b[0];                                                                           \
            INDEPENDENT for (int64_t i = 0; i < n; i++)                                            \
            {                                                                                      \
                In x = a[i];                                                                       \
                out[i] = (Out)(expression);                                                        \
            }                                                                                      \
        } else if (stride[0] == 0 && stride[1] == 1) {                                             \
            In x = a[0];                                                                           \
            INDEPENDENT for (int64_t i = 0; i < n; i++)                                            \
            {                                                                                      \
                In y = b[i];                                                                       \
                out[i] = (Out)(expression);                                                        \
            }                                                                                      \
        } else {                                                                                   \
            for (int64_t i = 0; i < n; i++) {                                                      \
                In x = a[i * stride[0]], y = b[i * stride[1]];                                     \
                out[i] = (Out)(expression);                                                        \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    BOTH_WAYS(name)

// Their expression knows the arguments too: p[0], p[1], … are doubles.
#define ROW3(name, In, Out, expression)                                                            \
    LANE void name##_body(void *output, const void *const *in, const int64_t *stride, int64_t n)   \
    {                                                                                              \
        Out *out = output;                                                                         \
        const In *a = in[0], *b = in[1], *c = in[2];                                               \
        const double *given = in[PARAMETERS], p[] = {given[0]};                                    \
        (void)p;                                                                                   \
        if (stride[0] == 1 && stride[1] == 1 && stride[2] == 1) {                                  \
            INDEPENDENT for (int64_t i = 0; i < n; i++)                                            \
            {                                                                                      \
                In x = a[i], y = b[i], z = c[i];                                                   \
                out[i] = (Out)(expression);                                                        \
            }                                                                                      \
        } else if (stride[0] == 1 && stride[1] == 1 && stride[2] == 0) {                           \
            In z = c[0];                                                                           \
            INDEPENDENT for (int64_t i = 0; i < n; i++)                                            \
            {                                                                                      \
                In x = a[i], y = b[i];                                                             \
                out[i] = (Out)(expression);                                                        \
            }                                                                                      \
        } else if (stride[0] == 1 && stride[1] == 0 && stride[2] == 0) {                           \
            In y = b[0], z = c[0];                                                                 \
            INDEPENDENT for (int64_t i = 0; i < n; i++)                                            \
            {                                                                                      \
                In x = a[i];                                                                       \
                out[i] = (Out)(expression);                                                        \
            }                                                                                      \
        } else {                                                                                   \
            for (int64_t i = 0; i < n; i++) {                                                      \
                In x = a[i * stride[0]], y = b[i * stride[1]], z = c[i * stride[2]];               \
                out[i] = (Out)(expression);                                                        \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    BOTH_WAYS(name)

// The same of one operand, the arguments in its dtype.
#define ROW1P(name, In, Out, expression)                                                           \
    LANE void name##_body(void *output, const void *const *in, const int64_t *stride, int64_t n)   \
    {                                                                                              \
        Out *out = output;                                                                         \
        const In *a = in[0];                                                                       \
        const double *given = in[PARAMETERS];                                                      \
        const In p[] = {(In)given[0], (In)given[1], (In)given[2]};                                 \
        (void)p;                                                                                   \
        if (stride[0] == 1) {                                                                      \
            INDEPENDENT for (int64_t i = 0; i < n; i++)                                            \
            {                                                                                      \
                In x = a[i];                                                                       \
                out[i] = (Out)(expression);                                                        \
            }                                                                                      \
        } else {                                                                                   \
            for (int64_t i = 0; i < n; i++) {                                                      \
                In x = a[i * stride[0]];                                                           \
                out[i] = (Out)(expression);                                                        \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    BOTH_WAYS(name)

// The `value` of a row, from x (and y) in double precision.
#define VALUE1(name, expression)                                                                   \
    static double name(const OpCall *call, const double *term, int count)                          \
    {                                                                                              \
        (void)call, (void)count;                                                                   \
        double x = term[0];                                                                        \
        return (expression);                                                                       \
    }

#define VALUE2(name, expression)                                                                   \
    static double name(const OpCall *call, const double *term, int count)                          \
    {                                                                                              \
        (void)call, (void)count;                                                                   \
        double x = term[0], y = term[1];                                                           \
        return (expression);                                                                       \
    }

#define VALUE3(name, expression)                                                                   \
    static double name(const OpCall *call, const double *term, int count)                          \
    {                                                                                              \
        (void)call, (void)count;                                                                   \
        double x = term[0], y = term[1], z = term[2];                                              \
        return (expression);                                                                       \
    }
