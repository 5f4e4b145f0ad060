// The gradients of layer_norm: of its input, and of its weight and its bias. The sums along a row
// are added by eights, those down the rows one row after the other, fused where PyTorch fuses
// (layer_norm_kernel.cpp: layer_norm_backward_frame).
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/float/steps.h"
#include "tensor/formula.h"
#include "tensor/reductions/order_of_sums.h"

#include <math.h>

extern const Op op__layer_norm_backward, op__layer_norm_backward_bias;

// x is the gradient, y the input.
STEP(product, x *y)
// p[0] is the factor that the row was scaled by, f the weight.
STEP(slope, fused(p[1], y, (p[0] * x) * f) + p[2])
// f is what the rows before have given.
STEP(weigh, fused(x, fused(p[0], y, p[1]), f))
STEP(add, x + f)

// ---- float32 -------------------------------------------------------------------------------

typedef struct NormRow {
    const OpCall *call;              // of halves the mean and the factor are kept as halves
    const float *grad, *in, *weight; // the weight is 1 where there is none
    float *out, *products;           // room for a row
    int64_t n;
    float eps;
} NormRow;

static float factor_of(const NormRow *row, float *mean)
{
    float variance;
    sum_mean_and_variance(row->in, row->n, mean, &variance);
    *mean = call_stepped(row->call, *mean);
    return call_stepped(row->call, 1 / sqrtf(variance + row->eps));
}

static void input_row(const NormRow *row)
{
    float mean, factor = factor_of(row, &mean), part = 1 / (float)row->n;
    float alone = sum_products_by_eights(row->grad, row->weight, row->products, row->n);
    product(row->products, row->grad, row->in, row->in, (StepArgs){{0}}, row->n);
    float with_input = sum_products_by_eights(row->products, row->weight, row->products, row->n);
    float b = fmaf(alone, mean, -with_input) * factor * factor * factor * part;
    float c = fmaf(-b, mean, -(alone * factor * part));
    slope(row->out, row->grad, row->in, row->weight, (StepArgs){{factor, b, c}}, row->n);
}

static void weight_row(const NormRow *row)
{
    float mean, factor = factor_of(row, &mean);
    weigh(row->out, row->grad, row->in, row->out, (StepArgs){{factor, -factor * mean}}, row->n);
}

static void bias_row(const NormRow *row)
{
    add(row->out, row->grad, row->grad, row->out, (StepArgs){{0}}, row->n);
}

// ---- the operations ------------------------------------------------------------------------

static bool is_of_input(const OpCall *call)
{
    return call->op == &op__layer_norm_backward;
}

static bool is_of_bias(const OpCall *call)
{
    return call->op == &op__layer_norm_backward_bias;
}

static int64_t row_length(const OpCall *call)
{
    Shape wanted = call_sizes(call, 0);
    return shape_count(&wanted);
}

static int64_t row_count(const OpCall *call)
{
    int64_t n = row_length(call);
    return n ? tensor_count(call->input[0]) / n : 0;
}

static double eps_of(const OpCall *call)
{
    return call_float(call, 1, 1e-5);
}

static bool backward_infer(OpCall *call, Error *error)
{
    const Shape *grad = &call->input[0]->shape, *in = &call->input[1]->shape;
    Shape wanted = call_sizes(call, 0);
    call->dtype = call->input[0]->dtype;
    call->shape = is_of_input(call) ? *in : wanted;
    int lead = in->ndim - wanted.ndim;
    bool fits = shape_equal(grad, in) && lead >= 0;
    for (int d = 0; fits && d < wanted.ndim; d++) fits = in->dim[lead + d] == wanted.dim[d];
    if (!fits)
        return error_set(error, "RuntimeError",
                         "the gradient has the shape %s, the input %s, of which %s is normalized",
                         shape_tuple(error->arena, grad), shape_tuple(error->arena, in),
                         shape_tuple(error->arena, &wanted));
    return dtype_is_float(call->dtype) ||
           error_not_implemented(error, "LayerNormBackwardKernelImpl", call->dtype);
}

static void run_floats(OpCall *call)
{
    SCRATCH(scratch);
    const Tensor *weight = is_of_input(call) ? call_input(call, 2) : NULL;
    int64_t n = row_length(call), step = is_of_input(call) ? n : 0;
    float *ones = arena_array(&scratch, (size_t)n, sizeof *ones);
    for (int64_t i = 0; i < n; i++) ones[i] = 1;
    NormRow row = {.call = call,
                   .grad = tensor_contiguous_floats(call->input[0], &scratch),
                   .in = tensor_contiguous_floats(call->input[1], &scratch),
                   .weight = weight ? tensor_contiguous_floats(weight, &scratch) : ones,
                   .out = tensor_floats(call->output),
                   .products = arena_array(&scratch, (size_t)n, sizeof *row.products),
                   .n = n,
                   .eps = (float)eps_of(call)};
    for (int64_t r = row_count(call); r > 0; r--) {
        if (is_of_input(call))
            input_row(&row);
        else if (is_of_bias(call))
            bias_row(&row);
        else
            weight_row(&row);
        for (int64_t i = 0; call->halves && i < n; i++) row.out[i] = call_stepped(call, row.out[i]);
        row.grad += n, row.in += n, row.out += step;
    }
}

// ---- float64 -------------------------------------------------------------------------------

// Sums over a row: of the input, and of the gradient times the weight.
typedef struct RowSums {
    double mean, factor, alone, with_normal; // the last two divided by n
} RowSums;

static RowSums sums_of(const double *grad, const double *in, const double *weight, int64_t n,
                       double eps)
{
    RowSums sums = {0};
    double variance;
    sum_mean_and_variance_of_doubles(in, n, &sums.mean, &variance);
    sums.factor = 1 / sqrt(variance + eps);
    for (int64_t i = 0; i < n; i++) {
        double weighed = grad[i] * (weight ? weight[i] : 1) / (double)n;
        sums.alone += weighed;
        sums.with_normal += weighed * (in[i] - sums.mean) * sums.factor;
    }
    return sums;
}

static void run_doubles(OpCall *call)
{
    SCRATCH(scratch);
    const Tensor *given = is_of_input(call) ? call_input(call, 2) : NULL;
    const double *grad = tensor_contiguous_doubles(call->input[0], &scratch);
    const double *in = tensor_contiguous_doubles(call->input[1], &scratch);
    const double *weight = given ? tensor_contiguous_doubles(given, &scratch) : NULL;
    double *out = tensor_doubles(call->output);
    int64_t n = row_length(call);
    for (int64_t r = row_count(call); r > 0; r--, grad += n, in += n) {
        RowSums sums = sums_of(grad, in, weight, n, eps_of(call));
        for (int64_t i = 0; i < n; i++) {
            double normal = (in[i] - sums.mean) * sums.factor, own = grad[i];
            if (is_of_input(call))
                *out++ = sums.factor *
                         (own * (weight ? weight[i] : 1) - sums.alone - normal * sums.with_normal);
            else
                out[i] += is_of_bias(call) ? own : own * normal;
        }
    }
}

static void backward_forward(OpCall *call)
{
    (call->dtype == DTYPE_FLOAT32 ? run_floats : run_doubles)(call);
}

// ---- of the input --------------------------------------------------------------------------

// The cell `own` of the tensor's row in which `at` is.
static Index in_row(const OpCall *call, Index at, Index own)
{
    int width = call->arg[0].count, lead = call->input[1]->shape.ndim - width;
    for (int d = 0; d < width; d++) at.at[lead + d] = own.at[d];
    return at;
}

static Index own_place(const OpCall *call, Index at)
{
    Index own = {0};
    int lead = call->shape.ndim - call->arg[0].count;
    for (int d = lead; d < call->shape.ndim; d++) own.at[d - lead] = at.at[d];
    return own;
}

// Of the whole row the gradient, the input, and the weight.
static void input_sources(const OpCall *call, Index at, Terms *terms)
{
    Shape wanted = call_sizes(call, 0);
    Index own = {0};
    terms->kind = TERMS_FORMULA;
    terms->self = -1;
    do {
        terms_add(terms, 0, in_row(call, at, own));
        terms_add(terms, 1, in_row(call, at, own));
        if (call_input(call, 2)) terms_add(terms, call_which(call, 2), own);
    } while (index_next(&wanted, &own));
}

static int64_t input_depth(const OpCall *call)
{
    return row_length(call) * (call_input(call, 2) ? 3 : 2);
}

static RowSums sums_of_terms(const OpCall *call, const double *term, int n, Arena *scratch)
{
    int each = call_input(call, 2) ? 3 : 2;
    double *cells = arena_array(scratch, 3 * (size_t)n, sizeof *cells);
    for (int i = 0; i < n; i++) {
        cells[i] = term[each * i];
        cells[n + i] = term[each * i + 1];
        cells[2 * n + i] = each == 3 ? term[each * i + 2] : 1;
    }
    return sums_of(cells, cells + n, cells + 2 * n, n, eps_of(call));
}

#define BACKWARD(id, its_signature, its_shape, its_doc, ...)                                       \
    OP(id, its_signature, its_shape, its_doc, IN_LIBRARY, .infer = backward_infer,                 \
       .forward = backward_forward, __VA_ARGS__)

static double write_scale(const OpCall *call, Formula *f, double factor)
{
    double eps = eps_of(call);
    formula_write(f, ") / ");
    return 1 / formula_deviation(f, 1 / (factor * factor) - eps, eps);
}

// (grad * weight - mean(grad * weight) - (x - mean) / sqrt(var + eps) * mean(…)) / sqrt(var + eps)
static double input_formula(const OpCall *call, Formula *f)
{
    Shape wanted = call_sizes(call, 0);
    bool has_weight = call_input(call, 2) != NULL;
    int n = (int)shape_count(&wanted), each = has_weight ? 3 : 2;
    int own = each * (int)index_ravel(&wanted, own_place(call, f->terms->at));
    SCRATCH(scratch);
    RowSums sums = sums_of_terms(call, f->exact, n, &scratch);
    formula_write(f, "(");
    double cell = formula_term(f, own);
    if (has_weight) formula_write(f, " * "), cell *= formula_term(f, own + 2);
    formula_write(f, " - ");
    cell -= formula_part(f, has_weight ? "mean(grad * weight)" : "mean(grad)", sums.alone);
    formula_write(f, " - (");
    double distance = formula_term(f, own + 1);
    formula_write(f, " - ");
    distance -= formula_part(f, "mean", sums.mean);
    double scale = write_scale(call, f, sums.factor);
    formula_write(f, " * ");
    cell -= distance * scale *
            formula_part(f, has_weight ? "mean(grad * weight * normal)" : "mean(grad * normal)",
                         sums.with_normal);
    return cell * write_scale(call, f, sums.factor);
}

// Of each row the mean, the variance, its root and two sums; of each cell three products.
static void input_cost(const OpCall *call, Cost *cost)
{
    int64_t rows = row_count(call), n = row_length(call);
    if (n == 0) return;
    cost_sums(cost, COST_ADDITIONS, 4 * rows, n);
    cost_add(cost, COST_ADDITIONS, rows, 4 * n);
    cost_add(cost, COST_MULTIPLICATIONS, rows, (call_input(call, 2) ? 7 : 5) * n + 8);
    cost_add(cost, COST_OTHERS, rows, 1);
}

BACKWARD(_layer_norm_backward,
         "grad_out: Tensor, input: Tensor, normalized_shape: ints, weight: Tensor? = None, "
         "eps: float = 1e-05",
         "(..., n), (..., n), (n) -> (..., n)",
         "the gradient of a cell minus the part that moves the mean and the deviation of its "
         "row, divided by the deviation",
         .effort = {12, 6}, .sources = input_sources, .depth = input_depth, .cost = input_cost,
         .formula = input_formula, .traits = OP_DETACHES | OP_WRITES_ALL)

// ---- of the weight and the bias ------------------------------------------------------------

static Shape rows_shape(const OpCall *call)
{
    Shape lead = call->input[1]->shape;
    lead.ndim -= call->arg[0].count;
    return lead;
}

// Of each row the gradient of the cell, and the whole input, the cell itself first.
static void weight_sources(const OpCall *call, Index at, Terms *terms)
{
    Shape wanted = call_sizes(call, 0), lead = rows_shape(call);
    Index row = {0}, own = {0};
    int64_t self = index_ravel(&wanted, at);
    terms->kind = TERMS_FORMULA;
    terms->self = -1;
    if (row_count(call) == 0) return;
    do {
        terms_add(terms, 0, in_row(call, row, at));
        terms_add(terms, 1, in_row(call, row, at));
        do
            if (index_ravel(&wanted, own) != self) terms_add(terms, 1, in_row(call, row, own));
        while (index_next(&wanted, &own));
    } while (index_next(&lead, &row));
}

static int64_t weight_depth(const OpCall *call)
{
    return row_count(call) * (row_length(call) + 1);
}

// grad * (x - mean) / sqrt(var + eps) + …, of each row its own.
static double weight_formula(const OpCall *call, Formula *f)
{
    double sum = 0;
    int n = (int)row_length(call), rows = f->terms->count / (n + 1);
    SCRATCH(scratch);
    double *ones = arena_array(&scratch, (size_t)n, sizeof *ones);
    for (int r = 0; r < rows; r++) {
        const double *in = f->exact + r * (n + 1) + 1;
        RowSums sums = sums_of(ones, in, NULL, n, eps_of(call));
        if (!formula_shows(f, r, rows, " + ")) {
            sum += f->term[r * (n + 1)] * (f->term[r * (n + 1) + 1] - sums.mean) * sums.factor;
            continue;
        }
        double part = formula_term(f, r * (n + 1));
        formula_write(f, " * (");
        double distance = formula_term(f, r * (n + 1) + 1);
        formula_write(f, " - ");
        distance -= formula_part(f, "mean", sums.mean);
        sum += part * distance * write_scale(call, f, sums.factor);
    }
    return sum;
}

static void weight_cost(const OpCall *call, Cost *cost)
{
    int64_t rows = row_count(call), n = row_length(call);
    cost_sums(cost, COST_ADDITIONS, 2 * rows, n);
    cost_add(cost, COST_ADDITIONS, rows, 3 * n);
    cost_add(cost, COST_MULTIPLICATIONS, rows, 3 * n + 3);
    cost_add(cost, COST_OTHERS, rows, 1);
}

BACKWARD(_layer_norm_backward_weight,
         "grad_out: Tensor, input: Tensor, normalized_shape: ints, eps: float = 1e-05",
         "(..., n), (..., n) -> (n)",
         "the sum over the rows: the cell's gradient times its distance from the row's mean in "
         "standard deviations",
         .effort = {12, 6}, .sources = weight_sources, .depth = weight_depth, .cost = weight_cost,
         .formula = weight_formula, .traits = OP_DETACHES)

static void bias_sources(const OpCall *call, Index at, Terms *terms)
{
    Shape lead = rows_shape(call);
    Index row = {0};
    terms->kind = TERMS_REDUCTION;
    if (row_count(call) == 0) return;
    do terms_add(terms, 0, in_row(call, row, at));
    while (!terms_suffice(terms) && index_next(&lead, &row));
}

static void bias_cost(const OpCall *call, Cost *cost)
{
    cost_sums(cost, COST_ADDITIONS, row_length(call), row_count(call));
}

BACKWARD(_layer_norm_backward_bias, "grad_out: Tensor, input: Tensor, normalized_shape: ints",
         "(..., n), (..., n) -> (n)", "the sum of the cell's gradients over the rows",
         .effort = {4, 6}, .sources = bias_sources, .depth = row_count, .cost = bias_cost,
         .notation = {.between = " + "}, .value = value_summed, .traits = OP_DETACHES)
