// Operations that make each cell from one cell of each input, with broadcasting.
//
// The work is done by row functions, one for each dtype that is computed in (dtype_compute): plain
// loops that the compiler can turn into vector instructions. ROW1, ROW2 and ROW3 define them from
// one expression; nothing else is hidden in these macros.
#pragma once

#include "tensor/call.h"
#include "tensor/float/bits.h"
#include "tensor/float/rows.h"

enum { PARAMETERS = 4 }; // after the operands

// Fills the output: inputs of another dtype are converted to operand[k] on the way. The row reads
// what operand[k] is computed in, and writes what the output's dtype is computed in.
void elementwise(OpCall *call, const DType *operand, RowFunction *row);

// The same where all operands have one dtype.
void elementwise_same(OpCall *call, DType operand, const RowSet *rows);
// With the row's own functions, in the dtype of the output, or where that is bool in the one that
// the inputs have together.
void elementwise_forward(OpCall *call);

// The same for rows whose kernels round halves after each step, as their `value` does: cell by
// cell.
void elementwise_by_value(OpCall *call);

// What the row of mul does: the cells of the two inputs, broadcast, multiplied (arithmetic.c).
void elementwise_mul(OpCall *call);

// `expression` makes the cell from x (and y, and z), the first inputs, and from the call's
// arguments p[0] to p[2]. The loop is compiled for each way in which operands are often laid, cells
// side by side or one cell for all, and for two kinds of processor (float/rows.h).
#define BOTH_WAYS(name)                                                                            \
    COMPILED_TWICE(static, name,                                                                   \
                   (void *output, const void *const *in, const int64_t *stride, int64_t n),        \
                   (output, in, stride, n))

#define ROW_OF(COUNT, name, In, Out, Parameter, expression)                                        \
    LANE Out name##_cell(In x, In y, In z, const Parameter *p)                                     \
    {                                                                                              \
        (void)x, (void)y, (void)z, (void)p;                                                        \
        return (Out)(expression);                                                                  \
    }                                                                                              \
    LANE void name##_loop(Out *out, const In *const *in, int64_t x_stride, int64_t y_stride,       \
                          int64_t z_stride, const Parameter *p, int64_t n)                         \
    {                                                                                              \
        In x = *in[0], y = *in[1], z = *in[2];                                                     \
        INDEPENDENT for (int64_t i = 0; i < n; i++)                                                \
        {                                                                                          \
            out[i] = name##_cell(x_stride ? in[0][i * x_stride] : x,                               \
                                 y_stride ? in[1][i * y_stride] : y,                               \
                                 z_stride ? in[2][i * z_stride] : z, p);                           \
        }                                                                                          \
    }                                                                                              \
    LANE void name##_body(void *output, const void *const *given, const int64_t *stride,           \
                          int64_t n)                                                               \
    {                                                                                              \
        const In *in[] = {given[0], given[COUNT > 1], given[COUNT > 2 ? 2 : 0]};                   \
        const double *arguments = given[PARAMETERS];                                               \
        const Parameter p[] = {(Parameter)arguments[0], (Parameter)arguments[1],                   \
                               (Parameter)arguments[2]};                                           \
        int64_t a = stride[0], b = COUNT > 1 ? stride[1] : 0, c = COUNT > 2 ? stride[2] : 0;       \
        if (n == 0)                                                                                \
            return;                                                                                \
        else if (a == 1 && b == 0 && c == 0)                                                       \
            name##_loop(output, in, 1, 0, 0, p, n);                                                \
        else if (COUNT > 1 && a == 1 && b == 1 && c == 0)                                          \
            name##_loop(output, in, 1, 1, 0, p, n);                                                \
        else if (COUNT > 1 && a == 0 && b == 1 && c == 0)                                          \
            name##_loop(output, in, 0, 1, 0, p, n);                                                \
        else if (COUNT > 2 && a == 1 && b == 1 && c == 1)                                          \
            name##_loop(output, in, 1, 1, 1, p, n);                                                \
        else                                                                                       \
            name##_loop(output, in, a, b, c, p, n);                                                \
    }                                                                                              \
    BOTH_WAYS(name)

#define ROW1(name, In, Out, expression) ROW_OF(1, name, In, Out, double, expression)
#define ROW2(name, In, Out, expression) ROW_OF(2, name, In, Out, double, expression)
#define ROW3(name, In, Out, expression) ROW_OF(3, name, In, Out, double, expression)
// The arguments in the type of the operand.
#define ROW1P(name, In, Out, expression) ROW_OF(1, name, In, Out, In, expression)

// The `value` of a row, from x (and y, and z) in double precision.
#define VALUE_OF(name, cells, expression)                                                          \
    static double name(const OpCall *call, const double *term, int count)                          \
    {                                                                                              \
        (void)call, (void)count;                                                                   \
        cells;                                                                                     \
        return (expression);                                                                       \
    }
#define VALUE1(name, expression) VALUE_OF(name, double x = term[0], expression)
#define VALUE2(name, expression) VALUE_OF(name, double x = term[0]; double y = term[1], expression)
#define VALUE3(name, expression)                                                                   \
    VALUE_OF(name, double x = term[0]; double y = term[1]; double z = term[2], expression)

// The cell within limits. NaN anywhere makes NaN; where the limits cross, the upper one counts.
#define AT_LEAST(x, low) ((x) < (low) || (low) != (low) ? (low) : (x))
#define AT_MOST(x, high) ((x) > (high) || (high) != (high) ? (high) : (x))

// Floats, doubles and value of one expression.
#define REALS1(id, expression)                                                                     \
    ROW1(id##_floats, float, float, expression)                                                    \
    ROW1(id##_doubles, double, double, expression)                                                 \
    VALUE1(id##_value, expression)
#define REALS2(id, expression)                                                                     \
    ROW2(id##_floats, float, float, expression)                                                    \
    ROW2(id##_doubles, double, double, expression)                                                 \
    VALUE2(id##_value, expression)

// ---- rows of the table -------------------------------------------------------------------------

// A row with what all elementwise rows share, and the fields that are its own. Its value is
// id_value; it is computed by `computes`, or by its row functions alone.
#define ELEMENTWISE_BY(computes, id, ...)                                                          \
    const Op op_##id = {                                                                           \
        .forward = computes, .sources = sources_elementwise, .value = id##_value, __VA_ARGS__};
#define ELEMENTWISE(id, ...) ELEMENTWISE_BY(elementwise_forward, id, __VA_ARGS__)

// Of one cell, torch.id(x) and x.id(), and where else `places` says; of two cells.
#define UNARY_BY(computes, places, id, its_signature, its_doc, ...)                                \
    ELEMENTWISE_BY(computes, id, .name = #id, .signature = its_signature,                          \
                   .shape = "(...) -> (...)", .doc = its_doc,                                      \
                   .found = IN_TORCH | IN_TENSOR | (places), __VA_ARGS__)
#define UNARY_IN(places, id, its_signature, its_doc, ...)                                          \
    UNARY_BY(elementwise_forward, places, id, its_signature, its_doc, __VA_ARGS__)
#define UNARY(id, its_doc, ...) UNARY_IN(0, id, "input: Tensor", its_doc, __VA_ARGS__)

#define BINARY_BY(computes, id, its_name, its_signature, its_doc, ...)                             \
    ELEMENTWISE_BY(computes, id, .name = its_name, .signature = its_signature,                     \
                   .shape = "(...), (...) -> (...)", .doc = its_doc,                               \
                   .found = IN_TORCH | IN_TENSOR, __VA_ARGS__)
#define BINARY(id, its_name, its_signature, its_doc, ...)                                          \
    BINARY_BY(elementwise_forward, id, its_name, its_signature, its_doc, __VA_ARGS__)
#define TWO_TENSORS       "input: Tensor, other: Tensor"
#define TENSOR_AND_NUMBER "input: Tensor, other: Number"
#define TWO_NUMBERS       "input: Number, other: Number"

// The row functions that an operation has: of floats; of integers as well; of bools as well.
// clang-format off
#define ROWS(...) .rows = &(const RowSet){__VA_ARGS__}
// clang-format on
#define FLOATS(id)  ROWS(.floats = id##_floats, .doubles = id##_doubles)
#define NUMBERS(id) ROWS(.floats = id##_floats, .doubles = id##_doubles, .ints = id##_ints)
#define BITS(id)    ROWS(.ints = id##_ints, .bools = id##_bools)
#define ALL_TYPES(id)                                                                              \
    ROWS(.floats = id##_floats, .doubles = id##_doubles, .ints = id##_ints, .bools = id##_bools)

// How the result is laid out in memory, and its dtype.
#define OF_FLOATS .infer = infer_float, .layout = layout_together
#define OF_ANY    .infer = infer_promoted, .layout = layout_together
#define OF_TRUTH  .infer = infer_bool, .layout = layout_together
// Refused where the row's kernel does not know the dtype: of bools; of all but floats.
#define NO_BOOLS(its_kernel)                                                                       \
    .kernel = its_kernel, .infer = infer_no_bools, .layout = layout_together
#define ONLY_FLOATS(its_kernel)                                                                    \
    .kernel = its_kernel, .infer = infer_only_floats, .layout = layout_together

// How the arithmetic is written: "word(x)", "word(x, y)", "x sign y", "text x", in a pattern.
#define CALLED(word)        .notation = {.before = word "(", .after = ")"}
#define CALLED_OF_TWO(word) .notation = {word "(", ", ", ")", NULL}
#define OPERATOR(sign)      .symbol = sign, .notation = {.between = " " sign " "}
#define PREFIX(text)        .notation = {.before = text}
#define PATTERN(text)       .notation = {.pattern = text}
