// softmax and log_softmax along any dimension.
//
// Both are computed against the line's largest cell, so that no exponential overflows. A line of
// -inf gives NaN, as in PyTorch. PyTorch has one way along the last dimension and another along the
// others, and so has this file, to the last bit (SoftMaxKernel.cpp: vec_softmax_lastdim,
// vec_softmax, vec_log_softmax_lastdim, vec_logsoftmax).
#include "base/machine/share.h"
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/float/bits.h"
#include "tensor/float/math.h"
#include "tensor/float/rows.h"
#include "tensor/formula.h"
#include "tensor/reductions/along.h"
#include "tensor/reductions/order_of_sums.h"

#include <math.h>

enum { LANES = 8, HALF_LANES = 16, COLUMNS = 64 };
enum { PART = 8 * 1024 };                  // cells that are worth being shared out
enum { MOST_LINES = 64, FEW_CELLS = 512 }; // that are made at a time

ROW_LOOP(add_loop, a[i] + b[i])
ROW_LOOP(subtract_loop, a[i] - b[i])
ROW_LOOP(divide_loop, a[i] / b[i])
ROW_LOOP(multiply_loop, a[i] * x)
ROW_LOOP(less_loop, a[i] - x)

extern const Op op_softmax, op_functional_softmax, op_log_softmax, op_functional_log_softmax;

static bool is_log(const OpCall *call)
{
    return call->op == &op_log_softmax;
}

// The input as (outer, n, inner): the softmax runs along the dimension in the middle.
typedef struct ColumnBlock {
    const float *in;
    float *out;
    int64_t outer, n, inner;
    const OpCall *call;
} ColumnBlock;

// ---- along the last dimension ------------------------------------------------------------------

ROW_LOOP(larger_loop, a[i] > b[i] ? a[i] : b[i])

// Writes exp(cell - largest) for some lines of n cells, one behind the other: of short lines
// several at a time, since eight cells take no longer than one.
static void exp_lines(const float *in, float *out, int64_t n, int64_t count, float *tops)
{
    for (int64_t i = 0; i < count; i++) {
        tops[i] = math_largest_of_row(in + i * n, n);
        less_loop(out + i * n, in + i * n, NULL, tops[i], n);
    }
    exp_row(out, out, count * n);
}

static void finish_line(const OpCall *call, const float *in, float *out, float top, int64_t n)
{
    float sum = sum_by_eights(out, n);
    if (!is_log(call)) {
        multiply_loop(out, out, NULL, 1 / sum, n);
        return;
    }
    sum = call_stepped(call, sum);
    log_row(&sum, &sum, 1);
    less_loop(out, in, NULL, top, n);
    less_loop(out, out, NULL, call_stepped(call, sum), n);
}

static void run_some_lines(void *context, int64_t from, int64_t to)
{
    const ColumnBlock *block = context;
    int64_t n = block->n, most = FEW_CELLS / n + 1, some = most < MOST_LINES ? most : MOST_LINES;
    float tops[MOST_LINES];
    for (; from < to; from += some) {
        int64_t count = to - from < some ? to - from : some;
        const float *in = block->in + from * n;
        float *out = block->out + from * n;
        exp_lines(in, out, n, count, tops);
        for (int64_t i = 0; i < count; i++)
            finish_line(block->call, in + i * n, out + i * n, tops[i], n);
    }
}

// ---- along another dimension -------------------------------------------------------------------

// Some columns of one outer block, all of which are handled by vectors or none.
typedef struct ColumnRange {
    const float *in;
    float *out;
    int64_t n, inner; // the next cell of a column is `inner` away
    int64_t count;
    bool vectors;
    const OpCall *call;
} ColumnRange;

static void exp_cells(const ColumnRange *columns, float *cells)
{
    if (columns->vectors) {
        exp_row(cells, cells, columns->count);
        return;
    }
    for (int64_t i = 0; i < columns->count; i++) cells[i] = expf(cells[i]);
}

// Writes exp(cell - largest) to the output.
static void exp_columns(const ColumnRange *columns, float *tops, float *sums)
{
    int64_t count = columns->count;
    for (int64_t i = 0; i < count; i++) tops[i] = columns->in[i], sums[i] = 0;
    for (int64_t d = 1; d < columns->n; d++)
        larger_loop(tops, columns->in + d * columns->inner, tops, 0, count);
    for (int64_t d = 0; d < columns->n; d++) {
        float *out = columns->out + d * columns->inner;
        subtract_loop(out, columns->in + d * columns->inner, tops, 0, count);
        exp_cells(columns, out);
        add_loop(sums, sums, out, 0, count);
    }
}

static void make_columns(const ColumnRange *columns)
{
    float tops[COLUMNS], sums[COLUMNS];
    int64_t count = columns->count;
    bool as_log = is_log(columns->call);
    exp_columns(columns, tops, sums);
    if (as_log) log_row(sums, sums, count);
    for (int64_t d = 0; d < columns->n; d++) {
        float *out = columns->out + d * columns->inner;
        if (as_log) {
            subtract_loop(out, columns->in + d * columns->inner, tops, 0, count);
            subtract_loop(out, out, sums, 0, count);
            continue;
        }
        for (int64_t i = 0; !columns->vectors && i < count; i++)
            out[i] = call_stepped(columns->call, out[i]);
        divide_loop(out, out, sums, 0, count);
    }
}

static void run_columns(const ColumnBlock *block)
{
    int lanes = dtype_is_half(block->call->halves) ? HALF_LANES : LANES;
    int64_t in_vectors = block->inner / lanes * lanes;
    for (int64_t outer = 0; outer < block->outer; outer++) {
        int64_t start = outer * block->n * block->inner;
        ColumnRange columns = {.n = block->n, .inner = block->inner, .call = block->call};
        for (int64_t at = 0; at < block->inner; at += columns.count) {
            columns.vectors = at < in_vectors;
            int64_t end = columns.vectors ? in_vectors : block->inner;
            columns.count = end - at < COLUMNS ? end - at : COLUMNS;
            columns.in = block->in + start + at;
            columns.out = block->out + start + at;
            make_columns(&columns);
        }
    }
}

// ---- float64 -----------------------------------------------------------------------------------

// Writes exp(cell - largest); gives their sum.
static double exp_doubles(const LineAlong *line, double *largest)
{
    const double *in = line->in;
    double *out = line->out, sum = 0;
    *largest = in[0];
    for (int64_t i = 1; i < line->n; i++) {
        double x = in[i * line->in_stride];
        if (x > *largest || isnan(x)) *largest = x;
    }
    for (int64_t i = 0; i < line->n; i++) {
        out[i * line->out_stride] = exp(in[i * line->in_stride] - *largest);
        sum += out[i * line->out_stride];
    }
    return sum;
}

static void softmax_doubles(const LineAlong *line)
{
    double *out = line->out, largest, sum = exp_doubles(line, &largest);
    for (int64_t i = 0; i < line->n; i++) out[i * line->out_stride] /= sum;
}

static void log_softmax_doubles(const LineAlong *line)
{
    const double *in = line->in;
    double *out = line->out, largest, log_sum = log(exp_doubles(line, &largest));
    for (int64_t i = 0; i < line->n; i++) {
        out[i * line->out_stride] = in[i * line->in_stride] - largest - log_sum;
    }
}

// ---- both --------------------------------------------------------------------------------------

static void run_softmax(OpCall *call)
{
    const Shape *shape = &call->shape;
    if (shape_count(shape) == 0) return;
    SCRATCH(scratch);
    int dim = call_dim(call);
    ColumnBlock block = {.in = tensor_contiguous_floats(call->input[0], &scratch),
                         .out = tensor_floats(call->output),
                         .outer = 1,
                         .n = shape->ndim ? shape->dim[dim] : 1,
                         .inner = 1,
                         .call = call};
    for (int d = 0; d < shape->ndim; d++) {
        if (d < dim) block.outer *= shape->dim[d];
        if (d > dim) block.inner *= shape->dim[d];
    }
    if (dim + 1 >= shape->ndim)
        share_out(block.outer, PART / block.n + 1, run_some_lines, &block);
    else
        run_columns(&block);
}

// torch.nn.functional's forms come with `dim` or without, `_stacklevel` and `dtype`: as the others
// have them, dim and dtype. From then on the call is one of theirs, however often it is run.
static void take_functional(OpCall *call, const Op *plain)
{
    int ndim = call->input[0]->shape.ndim, implied = ndim == 0 || ndim == 1 || ndim == 3 ? 0 : 1;
    if (!call_has(call, 0)) {
        call->arg[0] = (Arg){.kind = ARG_INT, .i = implied, .f = implied};
        call->warning = arena_printf(call->arena,
                                     "Implicit dimension choice for %s has been deprecated. Change "
                                     "the call to include dim=X as an argument.",
                                     call->op->name);
    }
    call->arg[1] = call->arg[2];
    call->arg[2] = (Arg){0};
    call->op = plain;
}

static bool softmax_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    int dim;
    if (call->op == &op_functional_softmax) take_functional(call, &op_softmax);
    if (call->op == &op_functional_log_softmax) take_functional(call, &op_log_softmax);
    DType dtype = (DType)call_int(call, 1, (int64_t)in->dtype);
    if (!shape_wrap_dim(call_int(call, 0, 0), in->shape.ndim, &dim, error)) return false;
    if (!dtype_is_float(dtype) && tensor_count(in) > 0) {
        bool last = in->shape.ndim > 0 && dim == in->shape.ndim - 1;
        const char *name =
            is_log(call) ? "log_softmax_lastdim_kernel_impl" : "softmax_lastdim_kernel_impl";
        error_not_implemented(error, last ? name : "softmax_kernel_impl", dtype);
        return error_hint(error, "convert it first: .float()");
    }
    call->shape = in->shape;
    call->dtype = dtype;
    return true;
}

static void softmax_forward(OpCall *call)
{
    if (call->dtype == DTYPE_FLOAT64)
        along_dim(call, DTYPE_FLOAT64, is_log(call) ? log_softmax_doubles : softmax_doubles);
    else
        run_softmax(call);
}

static void softmax_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = call_dim(call);
    int64_t n = along_length(call);
    terms->kind = is_log(call) ? TERMS_FORMULA : TERMS_EXP_OVER_SUM;
    terms->self = (int)at.at[dim];
    terms_expect(terms, n);
    for (int64_t i = 0; i < n && !terms_suffice(terms); i++) {
        at.at[dim] = i;
        terms_add(terms, 0, at);
    }
}

// exp(cell - max) / sum: the largest of each line is found first. The exponentials of a line are
// summed once for all its cells, and of log_softmax the logarithm of that sum is taken.
static void softmax_cost(const OpCall *call, Cost *cost)
{
    int64_t cells = shape_count(&call->shape), n = along_length(call);
    cost_add(cost, COST_EXPONENTIALS, cells, 1);
    cost_add(cost, COST_ADDITIONS, cells, 1);
    if (n) cost_sums(cost, COST_ADDITIONS, cells / n, n);
    if (is_log(call)) {
        if (n) cost_add(cost, COST_EXPONENTIALS, cells / n, 1);
        return;
    }
    if (n) cost_sums(cost, COST_OTHERS, cells / n, n);
    cost_add(cost, COST_MULTIPLICATIONS, cells, 1);
}

// 1 - log(exp(1) + exp(2)), computed against the largest of them.
static double log_softmax_formula(const OpCall *call UNUSED, Formula *f)
{
    int n = f->terms->count;
    double cell = formula_term(f, f->terms->self), largest = f->term[0], sum = 0;
    for (int i = 1; i < n; i++) largest = fmax(largest, f->term[i]);
    for (int i = 0; i < n; i++) sum += exp(f->term[i] - largest);
    formula_write(f, " - log(");
    formula_patterns(f, "exp($x)", " + ", 1, n);
    formula_write(f, ")");
    return cell - largest - log(sum);
}

// A row of torch and of tensors, and the one of torch.nn.functional.
#define SOFTMAX_ROW(id, its_name, its_signature, places, its_doc, ...)                             \
    const Op op_##id = {.name = its_name,                                                          \
                        .effort = {11, 13},                                                        \
                        .signature = its_signature,                                                \
                        .shape = "(..., n, ...) -> (..., n, ...)",                                 \
                        .doc = its_doc,                                                            \
                        .found = places,                                                           \
                        .traits = OP_WRITES_ALL,                                                   \
                        .infer = softmax_infer,                                                    \
                        .forward = softmax_forward,                                                \
                        .sources = softmax_sources,                                                \
                        .cost = softmax_cost,                                                      \
                        __VA_ARGS__};
#define SOFTMAX(id, its_doc, ...)                                                                  \
    SOFTMAX_ROW(id, #id, "input: Tensor, dim: int, dtype: dtype? = None", IN_TORCH | IN_TENSOR,    \
                its_doc, __VA_ARGS__)                                                              \
    SOFTMAX_ROW(functional_##id, #id,                                                              \
                "input: Tensor, dim: int? = None, _stacklevel: int = 3, dtype: dtype? = None",     \
                IN_FUNCTIONAL, its_doc, __VA_ARGS__)

SOFTMAX(softmax, "exp of the cell, divided by the sum of exp along the dimension", .formula = NULL)
SOFTMAX(log_softmax, "the cell minus the logarithm of the sum of exp along the dimension",
        .formula = log_softmax_formula, .notation = {"log_softmax(", ", ", ")", NULL})
