// How long a line of cells is, and what is made of such lengths: norm, logsumexp.
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/float/bits.h"
#include "tensor/float/math.h"
#include "tensor/float/rows.h"
#include "tensor/formula.h"
#include "tensor/reductions/order_of_sums.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- sums of powers ----------------------------------------------------------------------------

// The order p that the program asks for: 2 for "fro".
static double order_of(const OpCall *call)
{
    return call->arg[0].kind == ARG_STR ? 2 : call_float(call, 0, 2);
}

// The call with dim in front, where reductions look for it; the order is then the second.
static OpCall dims_first(const OpCall *call)
{
    OpCall other = *call;
    other.arg[0] = call->arg[1];
    other.arg[1] = call->arg[0];
    return other;
}

static float add_power(double order, float sum, float x)
{
    float size = fabsf(x);
    if (order == 0) return sum + (x != 0);
    if (order == 1) return sum + size;
    if (order == 2) return sum + x * x;
    if (isinf(order)) {
        bool takes = order > 0 ? size > sum : size < sum;
        return takes || isnan(size) ? size : sum;
    }
    return sum + powf(size, (float)order);
}

float norm_of_line(const float *cell, int64_t n, bool is_close)
{
    float sum = is_close ? sum_of_squares(cell, n) : 0;
    if (n == 1) return fabsf(cell[0]);
    for (int64_t i = 0; !is_close && i < n; i++) sum += cell[i] * cell[i];
    return sqrtf(sum);
}

ROW_LOOP(add_squares, a[i] + b[i] * b[i])

static void add_powers(const Nest *nest)
{
    OpCall call = dims_first(nest->call);
    double order = order_of(&call);
    if (order == 2 && nest->in_stride[0] != 1 && nest_is_columns(nest)) {
        for (int64_t i = 0; i < nest->n[0]; i++)
            add_squares(nest->out, nest->out, nest->in + i * nest->in_stride[0], 0, nest->n[1]);
        return;
    }
    bool side_by_side = order == 2 && nest->in_stride[0] == 1;
    for (int64_t j = 0; j < nest->n[1]; j++) {
        const float *row = nest->in + j * nest->in_stride[1];
        float *out = nest->out + j * nest->out_stride;
        if (side_by_side) *out += sum_of_squares(row, nest->n[0]);
        for (int64_t i = 0; !side_by_side && i < nest->n[0]; i++)
            *out = add_power(order, *out, row[i * nest->in_stride[0]]);
    }
}

static double root_of(double order, double sum)
{
    if (order == 0 || order == 1 || isinf(order)) return sum;
    return order == 2 ? sqrt(sum) : pow(sum, 1 / order);
}

static double sum_of_powers(double order, const double *cell, int64_t stride, int64_t n)
{
    double sum = order < 0 && isinf(order) ? HUGE_VAL : 0;
    for (int64_t i = 0; i < n; i++) {
        double size = fabs(cell[i * stride]);
        if (isinf(order))
            sum = (order > 0 ? size > sum : size < sum) || isnan(size) ? size : sum;
        else
            sum += order == 0 ? cell[i * stride] != 0 : order == 2 ? size * size : pow(size, order);
    }
    return sum;
}

static void norm_double_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                              void *out)
{
    OpCall order_first = dims_first(call);
    double order = order_of(&order_first);
    *(double *)out = root_of(order, sum_of_powers(order, cells, stride, n));
}

// ---- norm --------------------------------------------------------------------------------------

// "fro" and "nuc" are of matrices.
static bool word_fits(const OpCall *call, const char *word, Error *error)
{
    const Arg *dims = &call->arg[1];
    bool fro = strcmp(word, "fro") == 0;
    int count = dims->count || fro ? dims->count : call->input[0]->shape.ndim;
    if (fro ? count > 2 : count != 2) {
        Buf text = {.arena = error->arena};
        for (int i = 0; i < count; i++)
            buf_printf(&text, " %lld", dims->count ? (long long)dims->ints[i] : (long long)i);
        return error_set(error, "RuntimeError", "linalg.matrix_norm: dim must be a 2-tuple. Got%s",
                         buf_text(&text));
    }
    if (fro) return true;
    error_set(error, "NotImplementedError", "norm(p='%s') is not supported here", word);
    return error_hint(error, "p=1, p=2, p=float('inf') or p='fro'");
}

// The largest or smallest of no cells is nothing.
static bool order_fits(const OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    const Arg *dims = &call->arg[1];
    double order = order_of(call);
    if ((order >= 0 && !isinf(order)) || tensor_count(in) > 0) return true;
    if (dims->count == 0)
        return error_set(error, "RuntimeError",
                         "linalg.vector_norm cannot compute the %g norm on an empty tensor because "
                         "the operation does not have an identity",
                         order);
    for (int i = 0; i < dims->count; i++) {
        int dim;
        if (!shape_wrap_dim(dims->ints[i], in->shape.ndim, &dim, error)) return false;
        if (in->shape.dim[dim] > 0) continue;
        return error_set(error, "RuntimeError",
                         "linalg.vector_norm cannot compute the %g norm on the dimension %dbecause "
                         "this dimension is empty and the operation does not have an identity",
                         order, dim);
    }
    return true;
}

static bool norm_infer(OpCall *call, Error *error)
{
    DType dtype = (DType)call_int(call, 3, (int64_t)call->input[0]->dtype);
    bool worded = call->arg[0].kind == ARG_STR;
    if (!dtype_is_float(dtype)) {
        error_set(
            error, "RuntimeError",
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got %s",
            dtype_title(dtype));
        return error_hint(error, "convert it first: .float()");
    }
    OpCall by_dim = dims_first(call);
    if (worded && !word_fits(call, call->arg[0].text, error)) return false;
    if (!order_fits(call, error) || !infer_reduced(&by_dim, 2, error)) return false;
    call->shape = by_dim.shape;
    call->dtype = dtype;
    return true;
}

// The norm of one cell is its size, which no power is too large for.
static bool takes_single_cells(OpCall *call)
{
    const Tensor *in = call->input[0];
    int64_t n = tensor_count(call->output);
    bool dim_of_none = in->shape.ndim == 0 && call->arg[1].count > 0; // PyTorch looks for its size
    if (n != tensor_count(in) || order_of(call) == 0 || dim_of_none) return false;
    for (int64_t i = 0; i < n; i++)
        tensor_set(call->output, index_unravel(&call->shape, i),
                   fabs(tensor_get(in, index_unravel(&in->shape, i))));
    return true;
}

static void norm_forward(OpCall *call)
{
    OpCall by_dim = dims_first(call);
    if (takes_single_cells(call)) return;
    if (call->dtype == DTYPE_FLOAT64) {
        reduce(&by_dim, DTYPE_FLOAT64, &(Folds){.doubles = norm_double_cells});
        return;
    }
    double order = order_of(call);
    reduce_nested(&by_dim, order < 0 && isinf(order) ? INFINITY : 0, add_powers);
    float *out = tensor_floats(call->output);
    bool rooted = order != 0 && order != 1 && !isinf(order);
    for (int64_t i = 0; rooted && i < tensor_count(call->output); i++)
        out[i] = order == 2 ? sqrtf(out[i]) : powf(out[i], (float)(1 / order));
}

static void norm_sources(const OpCall *call, Index at, Terms *terms)
{
    OpCall by_dim = dims_first(call);
    sources_reduced(&by_dim, at, terms);
}

// sqrt(3**2 + 4**2); |3| + |4|; max(|3|, |4|)
static double norm_formula(const OpCall *call, Formula *f)
{
    double order = order_of(call);
    int n = f->terms->count;
    bool largest = isinf(order), plain = order == 1 || largest;
    formula_write(f, largest ? order > 0 ? "max(" : "min(" : order == 2 ? "sqrt(" : "");
    if (!plain && order != 2) formula_write(f, "(");
    char size[32];
    snprintf(size, sizeof size, plain ? "|$x|" : order == 2 ? "$x**2" : "|$x|**%g", order);
    formula_patterns(f, size, largest ? ", " : " + ", 1, n);
    if (order != 1) formula_write(f, ")");
    if (!plain && order != 2) formula_write(f, "**(1/%g)", order);
    return root_of(order, sum_of_powers(order, f->term, 1, n));
}

// Squares and a root, powers and a root, or sizes alone.
static void norm_cost(const OpCall *call, Cost *cost)
{
    double order = order_of(call);
    int64_t results = shape_count(&call->shape), n = cost_cells_in_one(call);
    if (n == 0) return;
    bool plain = order == 1 || isinf(order);
    CostKind power = order == 2 ? COST_MULTIPLICATIONS : plain ? COST_OTHERS : COST_EXPONENTIALS;
    cost_add(cost, power, results, n);
    cost_sums(cost, isinf(order) ? COST_OTHERS : COST_ADDITIONS, results, n);
    if (!plain) cost_add(cost, order == 2 ? COST_OTHERS : COST_EXPONENTIALS, results, 1);
}

REDUCTION(norm,
          "input: Tensor, p: order? = 'fro', dim: ints? = None, keepdim: bool = False, "
          "dtype: dtype? = None",
          "the length of the vector: the square root of the sum of its squares",
          .infer = norm_infer, .forward = norm_forward, .sources = norm_sources,
          .formula = norm_formula, .cost = norm_cost, WRITTEN("norm(", ", ", ")"),
          .effort = {14, 16})

// ---- logsumexp ---------------------------------------------------------------------------------

static void exp_less(const OpCall *call, float *cell, float top, int64_t n)
{
    if (!dtype_is_half(call->halves)) {
        math_exp_less_row(cell, cell, top, n);
        return;
    }
    for (int64_t i = 0; i < n; i++) cell[i] = call_stepped(call, cell[i] - top);
    exp_row(cell, cell, n);
    for (int64_t i = 0; i < n; i++) cell[i] = call_stepped(call, cell[i]);
}

static void logsumexp_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                            void *result)
{
    const float *in = cells;
    SCRATCH(scratch);
    float *out = arena_array(&scratch, (size_t)n, sizeof *out), sum = 0;
    for (int64_t i = 0; i < n; i++) out[i] = in[i * stride];
    float top = n ? math_largest_of_row(out, n) : 0;
    if (isinf(top)) top = 0;
    exp_less(call, out, top, n);
    sum = call_stepped(call, sum_row_by_cascade(out, n));
    log_row(&sum, &sum, 1);
    *(float *)result = call_stepped(call, sum) + top;
}

static double logsumexp_of(const double *term, int64_t stride, int64_t n)
{
    double top = -HUGE_VAL, sum = 0;
    for (int64_t i = 0; i < n; i++) top = fmax(top, term[i * stride]);
    if (isinf(top)) top = 0;
    for (int64_t i = 0; i < n; i++) sum += exp(term[i * stride] - top);
    return top + log(sum);
}

static void logsumexp_double_cells(const OpCall *call UNUSED, const void *cells, int64_t stride,
                                   int64_t n, void *out)
{
    *(double *)out = logsumexp_of(cells, stride, n);
}

static bool logsumexp_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0];
    call->dtype = dtype_is_float(in->dtype) ? in->dtype : in->heap->float_dtype;
    return infer_reduced(call, 1, error);
}

static void logsumexp_forward(OpCall *call)
{
    reduce(call, call->dtype,
           &(Folds){.floats = logsumexp_cells, .doubles = logsumexp_double_cells});
}

static double logsumexp_formula(const OpCall *call UNUSED, Formula *f)
{
    int n = f->terms->count;
    formula_write(f, "log(");
    formula_patterns(f, "exp($x)", " + ", 1, n);
    formula_write(f, ")");
    return logsumexp_of(f->term, 1, n);
}

static void logsumexp_cost(const OpCall *call, Cost *cost)
{
    int64_t results = shape_count(&call->shape), n = cost_cells_in_one(call);
    if (n == 0) return;
    cost_add(cost, COST_EXPONENTIALS, results, n + 1); // and a logarithm
    cost_sums(cost, COST_ADDITIONS, results, n);
}

REDUCTION(logsumexp, "input: Tensor, dim: ints, keepdim: bool = False",
          "the logarithm of the sum of exp of the cells along the dimension",
          .infer = logsumexp_infer, .forward = logsumexp_forward, .sources = sources_reduced,
          .formula = logsumexp_formula, .cost = logsumexp_cost, WRITTEN("logsumexp(", ", ", ")"),
          .effort = {12, 26})
