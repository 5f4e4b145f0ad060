// softmax and log_softmax along any dimension.
//
// Both are computed against the line's largest cell, so that no exponential overflows. A line of
// -inf gives NaN, as in PyTorch. PyTorch has one way along the last dimension and another along the
// others, and so has this file, to the last bit (SoftMaxKernel.cpp: vec_softmax_lastdim,
// vec_softmax, vec_log_softmax_lastdim, vec_logsoftmax).
#include "base/share.h"
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/float/bits.h"
#include "tensor/float/math.h"
#include "tensor/float/rows.h"
#include "tensor/formula.h"
#include "tensor/mistake.h"
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

// The input as (outer, n, inner): the softmax runs along the dimension in the middle.
typedef struct ColumnBlock {
    const float *in;
    float *out;
    int64_t outer, n, inner;
    const OpCall *call;
} ColumnBlock;

// ---- along the last dimension ------------------------------------------------------------------

ROW_LOOP(larger_loop, a[i] > b[i] ? a[i] : b[i])

// Some lines, one behind the other.
typedef struct LineGroup {
    const OpCall *call;
    const float *in;
    float *out;
    int64_t n, count; // cells of each, and lines
} LineGroup;

// Writes exp(cell - largest): of short lines several at a time, since eight cells take no longer
// than one.
static void exp_lines(const LineGroup *lines, float *tops)
{
    for (int64_t i = 0; i < lines->count; i++) {
        const float *in = lines->in + i * lines->n;
        tops[i] = math_largest_of_row(in, lines->n);
        less_loop(lines->out + i * lines->n, in, NULL, tops[i], lines->n);
    }
    exp_row(lines->out, lines->out, lines->count * lines->n);
}

static void softmax_lines(const LineGroup *lines)
{
    float tops[MOST_LINES], *out = lines->out;
    exp_lines(lines, tops);
    for (int64_t i = 0; i < lines->count; i++, out += lines->n)
        multiply_loop(out, out, NULL, 1 / sum_by_eights(out, lines->n), lines->n);
}

static void log_softmax_lines(const LineGroup *lines)
{
    float tops[MOST_LINES], *out = lines->out;
    exp_lines(lines, tops);
    for (int64_t i = 0; i < lines->count; i++, out += lines->n) {
        float log_sum = call_stepped(lines->call, sum_by_eights(out, lines->n));
        log_row(&log_sum, &log_sum, 1);
        log_sum = call_stepped(lines->call, log_sum);
        less_loop(out, lines->in + i * lines->n, NULL, tops[i], lines->n);
        less_loop(out, out, NULL, log_sum, lines->n);
    }
}

typedef void LinesFunction(const LineGroup *lines);

typedef struct SharedLines {
    const ColumnBlock *block;
    LinesFunction *function;
} SharedLines;

static void run_some_lines(void *context, int64_t from, int64_t to)
{
    const SharedLines *shared = context;
    const ColumnBlock *block = shared->block;
    int64_t n = block->n, most = FEW_CELLS / n + 1, some = most < MOST_LINES ? most : MOST_LINES;
    for (; from < to; from += some) {
        int64_t count = to - from < some ? to - from : some;
        shared->function(
            &(LineGroup){block->call, block->in + from * n, block->out + from * n, n, count});
    }
}

static void run_lines(const ColumnBlock *block, LinesFunction *function)
{
    SharedLines shared = {block, function};
    share_out(block->outer, PART / block->n + 1, run_some_lines, &shared);
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

static void softmax_columns(const ColumnRange *columns)
{
    float tops[COLUMNS], sums[COLUMNS];
    exp_columns(columns, tops, sums);
    for (int64_t d = 0; d < columns->n; d++) {
        float *out = columns->out + d * columns->inner;
        for (int64_t i = 0; !columns->vectors && i < columns->count; i++)
            out[i] = call_stepped(columns->call, out[i]);
        divide_loop(out, out, sums, 0, columns->count);
    }
}

static void log_softmax_columns(const ColumnRange *columns)
{
    float tops[COLUMNS], sums[COLUMNS];
    exp_columns(columns, tops, sums);
    log_row(sums, sums, columns->count);
    for (int64_t d = 0; d < columns->n; d++) {
        float *out = columns->out + d * columns->inner;
        subtract_loop(out, columns->in + d * columns->inner, tops, 0, columns->count);
        subtract_loop(out, out, sums, 0, columns->count);
    }
}

typedef void ColumnsFunction(const ColumnRange *columns);

static void run_columns(const ColumnBlock *block, ColumnsFunction *function)
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
            function(&columns);
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

static void run_softmax(OpCall *call, LinesFunction *line, ColumnsFunction *columns)
{
    const Shape *shape = &call->shape;
    if (shape_count(shape) == 0) return;
    Arena scratch = {0};
    int dim = along_which_dim(call);
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
        run_lines(&block, line);
    else
        run_columns(&block, columns);
    arena_free(&scratch);
}

static bool infer_line(OpCall *call, const char *last_kernel, Error *error)
{
    const Tensor *in = call->input[0];
    DType dtype = (DType)call_int(call, 1, (int64_t)in->dtype);
    int dim;
    if (!shape_wrap_dim(call_int(call, 0, 0), in->shape.ndim, &dim, error)) return false;
    if (!dtype_is_float(dtype) && tensor_count(in) > 0) {
        bool last = in->shape.ndim > 0 && dim == in->shape.ndim - 1;
        error_not_implemented(error, last ? last_kernel : "softmax_kernel_impl", dtype);
        return error_hint(error, "convert it first: .float()");
    }
    call->shape = in->shape;
    call->dtype = dtype;
    return true;
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

static void add_line(const OpCall *call, Index at, Terms *terms)
{
    int dim = along_which_dim(call);
    int64_t n = call->shape.ndim ? call->shape.dim[dim] : 1;
    terms_expect(terms, n);
    for (int64_t i = 0; i < n && !terms_suffice(terms); i++) {
        at.at[dim] = i;
        terms_add(terms, 0, at);
    }
}

// The exponentials of a line are summed once for all its cells.
static void add_sums_of_exp(const OpCall *call, Cost *cost)
{
    int64_t cells = shape_count(&call->shape);
    int64_t n = call->shape.ndim ? call->shape.dim[along_which_dim(call)] : 1;
    cost_add(cost, COST_EXPONENTIALS, cells, 1);
    if (n) cost_sums(cost, COST_ADDITIONS, cells / n, n);
}

// ---- softmax -----------------------------------------------------------------------------------

static bool softmax_infer(OpCall *call, Error *error)
{
    return infer_line(call, "softmax_lastdim_kernel_impl", error);
}

static void softmax_forward(OpCall *call)
{
    if (call->dtype == DTYPE_FLOAT64)
        along_dim(call, DTYPE_FLOAT64, softmax_doubles);
    else
        run_softmax(call, softmax_lines, softmax_columns);
}

static void softmax_sources(const OpCall *call, Index at, Terms *terms)
{
    terms->kind = TERMS_EXP_OVER_SUM;
    terms->self = (int)at.at[along_which_dim(call)];
    add_line(call, at, terms);
}

// exp(cell - max) / sum: the largest of each line is found first.
static void softmax_cost(const OpCall *call, Cost *cost)
{
    int64_t cells = shape_count(&call->shape);
    int64_t n = call->shape.ndim ? call->shape.dim[along_which_dim(call)] : 1;
    if (n) cost_sums(cost, COST_OTHERS, cells / n, n);
    cost_add(cost, COST_ADDITIONS, cells, 1);
    add_sums_of_exp(call, cost);
    cost_add(cost, COST_MULTIPLICATIONS, cells, 1);
}

const Op op_softmax = {
    .name = "softmax",
    .effort = 11,
    .wide_effort = 13,
    .signature = "input: Tensor, dim: int, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "exp of the cell, divided by the sum of exp along the dimension",
    .found = IN_TORCH | IN_TENSOR,
    .writes_all = true,
    .infer = softmax_infer,
    .forward = softmax_forward,
    .sources = softmax_sources,
    .cost = softmax_cost,
    .mistakes = mistakes_softmax,
};

static bool functional_softmax_infer(OpCall *call, Error *error)
{
    take_functional(call, &op_softmax);
    return softmax_infer(call, error);
}

const Op op_functional_softmax = {
    .name = "softmax",
    .effort = 11,
    .wide_effort = 13,
    .signature = "input: Tensor, dim: int? = None, _stacklevel: int = 3, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "exp of the cell, divided by the sum of exp along the dimension",
    .found = IN_FUNCTIONAL,
    .writes_all = true,
    .infer = functional_softmax_infer,
    .forward = softmax_forward,
    .sources = softmax_sources,
    .cost = softmax_cost,
    .mistakes = mistakes_softmax,
};

// ---- log_softmax -------------------------------------------------------------------------------

static bool log_softmax_infer(OpCall *call, Error *error)
{
    return infer_line(call, "log_softmax_lastdim_kernel_impl", error);
}

static void log_softmax_forward(OpCall *call)
{
    if (call->dtype == DTYPE_FLOAT64)
        along_dim(call, DTYPE_FLOAT64, log_softmax_doubles);
    else
        run_softmax(call, log_softmax_lines, log_softmax_columns);
}

static void log_softmax_sources(const OpCall *call, Index at, Terms *terms)
{
    terms->kind = TERMS_FORMULA;
    terms->self = (int)at.at[along_which_dim(call)];
    add_line(call, at, terms);
}

// 1 - log(exp(1) + exp(2)), computed against the largest of them.
static double log_softmax_formula(const OpCall *call, Formula *f)
{
    (void)call;
    int n = f->terms->count;
    double cell = formula_term(f, f->terms->self), largest = f->term[0], sum = 0;
    for (int i = 1; i < n; i++) largest = fmax(largest, f->term[i]);
    formula_write(f, " - log(");
    for (int i = 0; i < n; i++) {
        sum += exp(f->term[i] - largest);
        if (!formula_shows(f, i, n, " + ")) continue;
        formula_write(f, "exp(");
        formula_term(f, i);
        formula_write(f, ")");
    }
    formula_write(f, ")");
    return cell - largest - log(sum);
}

static void log_softmax_cost(const OpCall *call, Cost *cost)
{
    int64_t cells = shape_count(&call->shape);
    int64_t n = call->shape.ndim ? call->shape.dim[along_which_dim(call)] : 1;
    add_sums_of_exp(call, cost);
    if (n) cost_add(cost, COST_EXPONENTIALS, cells / n, 1); // the logarithm of each sum
    cost_add(cost, COST_ADDITIONS, cells, 1);
}

const Op op_log_softmax = {
    .name = "log_softmax",
    .effort = 11,
    .wide_effort = 13,
    .signature = "input: Tensor, dim: int, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the cell minus the logarithm of the sum of exp along the dimension",
    .found = IN_TORCH | IN_TENSOR,
    .writes_all = true,
    .notation = {"log_softmax(", ", ", ")", NULL},
    .infer = log_softmax_infer,
    .forward = log_softmax_forward,
    .sources = log_softmax_sources,
    .formula = log_softmax_formula,
    .cost = log_softmax_cost,
};

static bool functional_log_softmax_infer(OpCall *call, Error *error)
{
    take_functional(call, &op_log_softmax);
    return log_softmax_infer(call, error);
}

const Op op_functional_log_softmax = {
    .name = "log_softmax",
    .effort = 11,
    .wide_effort = 13,
    .signature = "input: Tensor, dim: int? = None, _stacklevel: int = 3, dtype: dtype? = None",
    .shape = "(..., n, ...) -> (..., n, ...)",
    .doc = "the cell minus the logarithm of the sum of exp along the dimension",
    .found = IN_FUNCTIONAL,
    .writes_all = true,
    .notation = {"log_softmax(", ", ", ")", NULL},
    .infer = functional_log_softmax_infer,
    .forward = log_softmax_forward,
    .sources = log_softmax_sources,
    .formula = log_softmax_formula,
    .cost = log_softmax_cost,
};
