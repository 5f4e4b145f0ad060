// The largest and the smallest cell along a dimension, and its position.
//
// NaN counts as larger and as smaller than everything; of equal cells the first one is meant.
#include "tensor/cost.h"
#include "tensor/float/bits.h"
#include "tensor/float/rows.h"
#include "tensor/reductions/reduce.h"

#include <math.h>
#include <string.h>

// Is the smallest cell looked for, or the largest?
static bool is_smallest(const OpCall *call)
{
    return strstr(call->op->name, "min") != NULL;
}

#define FIND(Cell, better)                                                                         \
    for (int64_t i = 1; i < n; i++) {                                                              \
        Cell x = cell[i * stride], y = cell[best * stride];                                        \
        if (better) best = i;                                                                      \
    }

// The position of the extreme cell, where `n` is not 0; folds that give it, or the cell.
#define EXTREME(kind, Cell, larger, smaller)                                                       \
    static int64_t kind##_position(const OpCall *call, const void *cells, int64_t stride,          \
                                   int64_t n)                                                      \
    {                                                                                              \
        const Cell *cell = cells;                                                                  \
        int64_t best = 0;                                                                          \
        if (is_smallest(call)) {                                                                   \
            FIND(Cell, smaller)                                                                    \
        } else {                                                                                   \
            FIND(Cell, larger)                                                                     \
        }                                                                                          \
        return best;                                                                               \
    }                                                                                              \
    static void kind##_place(const OpCall *call, const void *cells, int64_t stride, int64_t n,     \
                             void *out)                                                            \
    {                                                                                              \
        *(int64_t *)out = kind##_position(call, cells, stride, n);                                 \
    }                                                                                              \
    static void kind##_cell(const OpCall *call, const void *cells, int64_t stride, int64_t n,      \
                            void *out)                                                             \
    {                                                                                              \
        *(Cell *)out = ((const Cell *)cells)[kind##_position(call, cells, stride, n) * stride];    \
    }

EXTREME(float, float, x > y || (x != x && y == y), x < y || (x != x && y == y))
EXTREME(double, double, x > y || (isnan(x) && !isnan(y)), x < y || (isnan(x) && !isnan(y)))
EXTREME(int, int64_t, x > y, x < y)

static double extreme_value(const OpCall *call, const double *term, int count)
{
    return term[double_position(call, term, 1, count)];
}

static double position_value(const OpCall *call, const double *term, int count)
{
    return (double)double_position(call, term, 1, count);
}

static DType operand_of(const OpCall *call)
{
    return reduce_operand(call->input[0]->dtype);
}

// The extreme of floats alone needs no position: many are compared at once.
#define RUN_THROUGH(name, sign, start, better)                                                     \
    ROW_LOOP(name##_columns, (better(a[i], b[i])) ? a[i] : b[i])                                   \
    LANE float name##_row_body(const float *in, int64_t n)                                         \
    {                                                                                              \
        float best[LANES], result = start;                                                         \
        int64_t i = 0;                                                                             \
        for (int k = 0; k < LANES; k++) best[k] = start;                                           \
        for (; i + LANES <= n; i += LANES) {                                                       \
            for (int k = 0; k < LANES; k++)                                                        \
                best[k] = in[i + k] sign best[k] ? in[i + k] : best[k];                            \
        }                                                                                          \
        for (; i < n; i++) best[0] = in[i] sign best[0] ? in[i] : best[0];                         \
        for (int k = 0; k < LANES; k++) result = best[k] sign result ? best[k] : result;           \
        return count_nan(in, n) > 0 ? NAN : result;                                                \
    }                                                                                              \
    ROW_FOLD(static, name##_row)                                                                   \
    static void name##_nest(const Nest *nest)                                                      \
    {                                                                                              \
        int64_t down = nest->in_stride[0];                                                         \
        if (down != 1 && nest_is_columns(nest)) {                                                  \
            for (int64_t i = 0; i < nest->n[0]; i++)                                               \
                name##_columns(nest->out, nest->in + i * down, nest->out, 0, nest->n[1]);          \
            return;                                                                                \
        }                                                                                          \
        for (int64_t j = 0; j < nest->n[1]; j++) {                                                 \
            const float *row = nest->in + j * nest->in_stride[1];                                  \
            float *out = nest->out + j * nest->out_stride;                                         \
            float whole = down == 1 ? name##_row(row, nest->n[0]) : *out;                          \
            *out = better(whole, *out) ? whole : *out;                                             \
            for (int64_t i = 0; down != 1 && i < nest->n[0]; i++)                                  \
                *out = better(row[i * down], *out) ? row[i * down] : *out;                         \
        }                                                                                          \
    }

enum { LANES = 8 };

// NaN takes the place of any number, and keeps it.
LANE bool is_larger(float x, float y)
{
    return x > y || x != x;
}

LANE bool is_smaller(float x, float y)
{
    return x < y || x != x;
}

LANE int32_t count_nan(const float *in, int64_t n)
{
    int32_t nan[LANES] = {0}, count = 0;
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        for (int k = 0; k < LANES; k++) nan[k] |= in[i + k] != in[i + k];
    }
    for (; i < n; i++) nan[0] |= in[i] != in[i];
    for (int k = 0; k < LANES; k++) count += nan[k];
    return count;
}

RUN_THROUGH(max, >, -INFINITY, is_larger)
RUN_THROUGH(min, <, INFINITY, is_smaller)

static void position_forward(OpCall *call)
{
    reduce(call, operand_of(call), &(Folds){float_place, DTYPE_INT64, int_place, double_place});
}

static void extreme_forward(OpCall *call)
{
    if (call->by)
        position_forward(call);
    else if (call->dtype == DTYPE_FLOAT32)
        reduce_nested(call, is_smallest(call) ? INFINITY : -INFINITY,
                      is_smallest(call) ? min_nest : max_nest);
    else
        reduce(call, operand_of(call), &(Folds){float_cell, call->dtype, int_cell, double_cell});
}

// ---- shapes ------------------------------------------------------------------------------------

// Nothing cannot have a largest cell, nor a `position` of one.
static bool not_empty(const OpCall *call, const bool reduced[MAX_DIMS], bool position, Error *error)
{
    const Tensor *in = call->input[0];
    const char *name = op_computing(call)->name;
    const Arg *dims = &call->arg[0];
    bool all = dims->kind == ARG_NONE || (dims->kind == ARG_INTS && dims->count == 0);
    if (all && tensor_count(in) == 0) {
        return error_set(error, position ? "IndexError" : "RuntimeError",
                         position ? "%s(): Expected reduction dim to be specified for "
                                    "input.numel() == 0."
                                  : "%s(): Expected reduction dim to be specified for "
                                    "input.numel() == 0. Specify the reduction dim with the 'dim' "
                                    "argument.",
                         name);
    }
    for (int d = 0; d < in->shape.ndim; d++) {
        if (!reduced[d] || in->shape.dim[d] > 0) continue;
        return error_set(error, "IndexError",
                         "%s(): Expected reduction dim %d to have non-zero size.", name, d);
    }
    return true;
}

static bool infer_either(OpCall *call, bool position, Error *error)
{
    bool reduced[MAX_DIMS];
    call->dtype = position ? DTYPE_INT64 : call->input[0]->dtype;
    return reduced_dims(call, reduced, error) && not_empty(call, reduced, position, error) &&
           infer_reduced(call, 1, error);
}

static bool infer_extreme(OpCall *call, Error *error)
{
    return infer_either(call, call->by != NULL, error);
}

static bool infer_position(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    if (!infer_either(call, true, error)) return false;
    int64_t found = shape_count(&call->shape);
    bool known = in->shape.ndim > 0 && call_has(call, 0) && (!found || tensor_count(in) == found);
    return known || in->dtype != DTYPE_BOOL ||
           error_not_implemented(error, call->op->kernel, in->dtype);
}

// ---- the operations ----------------------------------------------------------------------------

#define POSITION(id, its_doc)                                                                      \
    REDUCTION(id, ALONG_ONE, its_doc, .kernel = #id "_cpu", .infer = infer_position,               \
              .forward = position_forward, FOLDED_BY(position_value), WRITTEN(#id "(", ", ", ")"), \
              .effort = {12, 18})

POSITION(argmax, "the position of the largest cell along the dimension, counted from 0")
POSITION(argmin, "the position of the smallest cell along the dimension, counted from 0")

#define EXTREME_ROW(id, its_signature, its_doc, word, ...)                                         \
    REDUCTION(id, its_signature, its_doc, .infer = infer_extreme, .forward = extreme_forward,      \
              FOLDED_BY(extreme_value), WRITTEN(word "(", ", ", ")"), __VA_ARGS__)

extern const Op op_maximum, op_minimum;

EXTREME_ROW(max, ALONG_ONE, "the largest cell along the dimension", "max", .effort = {9, 15},
            .more = &op_argmax, .traits = OP_MORE_ALONG, .of_two = &op_maximum)
EXTREME_ROW(min, ALONG_ONE, "the smallest cell along the dimension", "min", .effort = {9, 15},
            .more = &op_argmin, .traits = OP_MORE_ALONG, .of_two = &op_minimum)
EXTREME_ROW(amax, ALONG_SEVERAL, "the largest cell along the dimensions", "max", .effort = {36, 16})
EXTREME_ROW(amin, ALONG_SEVERAL, "the smallest cell along the dimensions", "min",
            .effort = {36, 16})
