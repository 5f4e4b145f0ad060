// cosine_similarity: the cosine of the angle between two lines of cells.
//
// As PyTorch computes it, each cell is first divided by the norm of its line, which is at least eps
// (Distance.cpp).
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/float/rows.h"
#include "tensor/formula.h"
#include "tensor/reductions/order_of_sums.h"

#include <math.h>

static int cosine_dim(const OpCall *call, const Shape *both)
{
    Error none = {.set = true}; // infer has checked it
    int dim = 0;
    shape_wrap_dim(call_int(call, 0, 1), both->ndim, &dim, &none);
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
    if (!shape_wrap_dim(call_int(call, 0, 1), call->shape.ndim, &dim, error)) return false;
    Shape both = call->shape;
    call->shape = (Shape){0};
    for (int d = 0; d < both.ndim; d++) {
        if (d != dim) call->shape.dim[call->shape.ndim++] = both.dim[d];
    }
    return true;
}

// ---- one line ----------------------------------------------------------------------------------

ROW_LOOP(multiply_loop, a[i] * b[i])
ROW_LOOP(divide_loop, a[i] / x)

typedef struct CosineLines {
    float *x, *y, *product;
    bool x_is_close, y_is_close; // the cells lie side by side in the tensor
    int64_t n;
} CosineLines;

static void step_line(const OpCall *call, float *cell, int64_t n)
{
    for (int64_t i = 0; dtype_is_half(call->halves) && i < n; i++)
        cell[i] = call_stepped(call, cell[i]);
}

static float cosine_of_floats(const OpCall *call, const CosineLines *lines, float eps)
{
    eps = call_stepped(call, eps);
    float x_length = call_stepped(call, norm_of_line(lines->x, lines->n, lines->x_is_close));
    float y_length = call_stepped(call, norm_of_line(lines->y, lines->n, lines->y_is_close));
    x_length = x_length < eps ? eps : x_length;
    y_length = y_length < eps ? eps : y_length;
    divide_loop(lines->x, lines->x, NULL, x_length, lines->n);
    divide_loop(lines->y, lines->y, NULL, y_length, lines->n);
    step_line(call, lines->x, lines->n);
    step_line(call, lines->y, lines->n);
    multiply_loop(lines->product, lines->x, lines->y, 0, lines->n);
    step_line(call, lines->product, lines->n);
    return sum_row_by_cascade(lines->product, lines->n);
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

// The cell of the inputs, broadcast together, at `i` of the line of cell `at`.
static Index line_cell(Index at, int dim, int64_t i, int ndim)
{
    Index cell = at;
    for (int d = ndim - 1; d > dim; d--) cell.at[d] = at.at[d - 1];
    cell.at[dim] = i;
    return cell;
}

// The tensor as it is broadcast to both.
static Tensor broadcast_to(const Tensor *tensor, const Shape *both)
{
    Tensor view = *tensor;
    view.shape = *both;
    layout_expanded(tensor, both, view.stride);
    return view;
}

static void fetch_line(const Tensor *view, int dim, Index at, DType as, void *line, int64_t n)
{
    const unsigned char *cells = tensor_data(view);
    int64_t offset = tensor_offset(view, line_cell(at, dim, 0, view->shape.ndim));
    convert_row(view->dtype, cells + (size_t)offset * dtype_bytes(view->dtype), view->stride[dim],
                as, line, 1, n);
}

static void cosine_forward(OpCall *call)
{
    Shape both = both_shapes(call);
    int dim = cosine_dim(call, &both);
    int64_t n = both.ndim ? both.dim[dim] : 1;
    double eps = call_float(call, 1, 1e-8);
    Tensor x = broadcast_to(call->input[0], &both), y = broadcast_to(call->input[1], &both);
    SCRATCH(scratch);
    size_t bytes = dtype_bytes(call->dtype);
    CosineLines lines = {.n = n,
                         .product = arena_array(&scratch, (size_t)n, sizeof(float)),
                         .x_is_close = x.stride[dim] == 1,
                         .y_is_close = y.stride[dim] == 1};
    void *left = arena_array(&scratch, (size_t)n, bytes);
    void *right = arena_array(&scratch, (size_t)n, bytes);
    lines.x = left;
    lines.y = right;
    Index at = {0};
    for (int64_t count = tensor_count(call->output); count > 0; count--) {
        fetch_line(&x, dim, at, call->dtype, left, n);
        fetch_line(&y, dim, at, call->dtype, right, n);
        tensor_set(call->output, at,
                   call->dtype == DTYPE_FLOAT32 ? (double)cosine_of_floats(call, &lines, (float)eps)
                                                : cosine_of(left, right, 1, n, eps));
        index_next(&call->shape, &at);
    }
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
    double eps = dtype_held(call->dtype, call_float(call, 1, 1e-8)), length[2] = {0};
    for (int i = 0; i < 2 * n; i++) length[i % 2] += f->exact[i] * f->exact[i];
    formula_write(f, "(");
    formula_patterns(f, "$x*$y", " + ", 2, n);
    formula_write(f, ") / (");
    double x = formula_part(f, "norm(x1)", fmax(sqrt(length[0]), eps));
    formula_write(f, " * ");
    double y = formula_part(f, "norm(x2)", fmax(sqrt(length[1]), eps));
    formula_write(f, ")");
    return n ? terms_products(f->term, 2 * n) / (x * y) : 0;
}

// Three sums of products, two roots.
static void cosine_cost(const OpCall *call, Cost *cost)
{
    Shape both = both_shapes(call);
    int64_t results = shape_count(&call->shape);
    int64_t n = both.ndim ? both.dim[cosine_dim(call, &both)] : 1;
    cost_products(cost, 3 * results, n, false);
    cost_add(cost, COST_MULTIPLICATIONS, results, 2);
    cost_add(cost, COST_OTHERS, results, 2);
}

OP(cosine_similarity, "x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-08",
   "(..., n, ...), (..., n, ...) -> (..., ...)",
   "the cosine of the angle between the two vectors: 1 if they point the same way",
   IN_TORCH | IN_FUNCTIONAL, .effort = {6}, .notation = {"cosine_similarity(", ", ", ")", NULL},
   .infer = cosine_infer, .forward = cosine_forward, .sources = cosine_sources,
   .formula = cosine_formula, .cost = cosine_cost)
