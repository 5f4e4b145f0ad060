// cosine_similarity: the cosine of the angle between two lines of cells.
//
// As PyTorch computes it, each cell is first divided by the length of its line, and a length is at
// least eps (Distance.cpp).
#include "tensor/convert.h"
#include "tensor/formula.h"
#include "tensor/nest.h"
#include "tensor/rows.h"

#include <math.h>

static int cosine_dim(const OpCall *call, const Shape *both)
{
    Error none = {.set = true}; // infer has checked it
    int dim = 0;
    wrap_dim(call_int(call, 0, 1), both->ndim, &dim, &none);
    return dim;
}

// What both are broadcast to.
static Shape both_shapes(const OpCall *call)
{
    Shape both = {0};
    shape_broadcast(&call->input[0]->shape, &call->input[1]->shape, &both);
    return both;
}

static bool cosine_infer(OpCall *call, Error *error)
{
    int dim;
    DType common = call_promoted(call);
    if (!dtype_is_float(common)) {
        return error_set(error, "RuntimeError",
                         "expected common dtype to be floating point, yet common dtype is %s",
                         dtype_title(common));
    }
    if (!infer_promoted(call, error)) return false;
    if (!wrap_dim(call_int(call, 0, 1), call->shape.ndim, &dim, error)) return false;
    Shape both = call->shape;
    call->shape = (Shape){0};
    for (int d = 0; d < both.ndim; d++) {
        if (d != dim) call->shape.dim[call->shape.ndim++] = both.dim[d];
    }
    return true;
}

// ---- one line ----------------------------------------------------------------------------------

typedef struct Lines {
    float *x, *y, *product;
    int64_t n;
} Lines;

static float sum_of(float *cells, int64_t n)
{
    float sum = 0;
    Nest nest = {.in = cells, .out = &sum, .n = {n, 1}, .in_stride = {1, n}, .out_stride = 1};
    if (n) cascade_sum(&nest);
    return sum;
}

static float length_of(const float *cells, float *squares, int64_t n, float eps)
{
    for (int64_t i = 0; i < n; i++) squares[i] = cells[i] * cells[i];
    float sum = sum_of(squares, n), least = eps * eps;
    return sqrtf(sum < least ? least : sum);
}

static float cosine_of_floats(const Lines *lines, float eps)
{
    float x_length = length_of(lines->x, lines->product, lines->n, eps);
    float y_length = length_of(lines->y, lines->product, lines->n, eps);
    for (int64_t i = 0; i < lines->n; i++)
        lines->product[i] = (lines->x[i] / x_length) * (lines->y[i] / y_length);
    return sum_of(lines->product, lines->n);
}

static double cosine_of(const double *x, const double *y, int64_t stride, int64_t n, double eps)
{
    double xx = 0, yy = 0, xy = 0;
    for (int64_t i = 0; i < n; i++) {
        double a = x[i * stride], b = y[i * stride];
        xx += a * a, yy += b * b, xy += a * b;
    }
    return xy / (fmax(sqrt(xx), eps) * fmax(sqrt(yy), eps));
}

// ---- the operation -----------------------------------------------------------------------------

// The cell of the inputs, broadcast together, that stands at `i` of the line of cell `at`.
static Index line_cell(Index at, int dim, int64_t i, int ndim)
{
    Index cell = at;
    for (int d = ndim - 1; d > dim; d--) cell.at[d] = at.at[d - 1];
    cell.at[dim] = i;
    return cell;
}

static void cosine_forward(OpCall *call)
{
    Shape both = both_shapes(call);
    int dim = cosine_dim(call, &both);
    int64_t n = both.ndim ? both.dim[dim] : 1;
    double eps = call_float(call, 1, 1e-8);
    Arena scratch = {0};
    Lines lines = {.n = n};
    lines.x = arena_array(&scratch, (size_t)n, sizeof(float));
    lines.y = arena_array(&scratch, (size_t)n, sizeof(float));
    lines.product = arena_array(&scratch, (size_t)n, sizeof(float));
    double *xy = arena_array(&scratch, (size_t)n * 2, sizeof *xy);
    Index at = {0};
    for (int64_t left = tensor_count(call->output); left > 0; left--) {
        for (int64_t i = 0; i < n; i++) {
            Index cell = line_cell(at, dim, i, both.ndim);
            for (int k = 0; k < 2; k++) {
                const Tensor *in = call->input[k];
                xy[k * n + i] = tensor_get(in, index_broadcast(&in->shape, &both, cell));
            }
            lines.x[i] = (float)xy[i];
            lines.y[i] = (float)xy[n + i];
        }
        tensor_set(call->output, at,
                   call->dtype == DTYPE_FLOAT32 ? (double)cosine_of_floats(&lines, (float)eps)
                                                : cosine_of(xy, xy + n, 1, n, eps));
        index_next(&call->shape, &at);
    }
    arena_free(&scratch);
}

// A pair of cells after the other.
static void cosine_sources(const OpCall *call, Index at, Terms *terms)
{
    Shape both = both_shapes(call);
    int dim = cosine_dim(call, &both);
    int64_t n = both.ndim ? both.dim[dim] : 1;
    terms->kind = TERMS_FORMULA;
    terms->self = -1;
    for (int64_t i = 0; i < n; i++) {
        Index cell = line_cell(at, dim, i, both.ndim);
        for (int k = 0; k < 2; k++)
            terms_add(terms, k, index_broadcast(&call->input[k]->shape, &both, cell));
    }
}

// (1*4 + 0*4) / (1.4142 * 5.6569)
static double cosine_formula(const OpCall *call, Formula *f)
{
    int n = f->terms->count / 2;
    double eps = call_float(call, 1, 1e-8), sum = 0, length[2] = {0};
    formula_write(f, "(");
    for (int i = 0; i < n; i++) {
        sum += f->term[2 * i] * f->term[2 * i + 1];
        for (int k = 0; k < 2; k++) length[k] += f->exact[2 * i + k] * f->exact[2 * i + k];
        if (!formula_shows(f, i, n, " + ")) continue;
        formula_term(f, 2 * i);
        formula_write(f, "*");
        formula_term(f, 2 * i + 1);
    }
    formula_write(f, ") / (");
    double x = formula_part(f, "norm(x1)", fmax(sqrt(length[0]), eps));
    formula_write(f, " * ");
    double y = formula_part(f, "norm(x2)", fmax(sqrt(length[1]), eps));
    formula_write(f, ")");
    return sum / (x * y);
}

const Op op_cosine_similarity = {
    .name = "cosine_similarity",
    .signature = "x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-08",
    .shape = "(..., n, ...), (..., n, ...) -> (..., ...)",
    .doc = "the cosine of the angle between the two lines of cells: 1 where they point alike",
    .found = IN_TORCH | IN_FUNCTIONAL,
    .notation = {"cosine_similarity(", ", ", ")", NULL},
    .infer = cosine_infer,
    .forward = cosine_forward,
    .sources = cosine_sources,
    .formula = cosine_formula,
};
