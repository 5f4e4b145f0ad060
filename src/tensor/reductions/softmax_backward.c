// The gradients of softmax and log_softmax, from that of the result and the result itself. The sum
// along the dimension is added as PyTorch adds it, fused where it fuses: one way along the last
// dimension, another along the others (SoftMaxKernel.cpp: vec_host_softmax_backward_lastdim,
// vec_softmax_backward, vec_log_softmax_backward).
#include "tensor/call.h"
#include "tensor/convert.h"
#include "tensor/cost.h"
#include "tensor/float/bits.h"
#include "tensor/float/math.h"
#include "tensor/float/rows.h"
#include "tensor/formula.h"
#include "tensor/reductions/along.h"
#include "tensor/reductions/order_of_sums.h"

#include <math.h>

enum { LANES = 8 };

extern const Op op__softmax_backward_data;

static bool is_log(const OpCall *call)
{
    return call->op != &op__softmax_backward_data;
}

// One line: `n` cells, `step` elements apart.
typedef struct GradientLine {
    const OpCall *call; // along the last dimension the sum of halves is a half, too
    const float *grad, *output;
    float *out;
    int64_t n, step;
    bool last;    // it runs along the last dimension
    bool vectors; // or beside others that are handled together with it
} GradientLine;

// ---- the sums ------------------------------------------------------------------------------

static float product_by_eights(const GradientLine *line)
{
    return sum_products_by_eights(line->grad, line->output, line->out, line->n);
}

static float product_down(const GradientLine *line)
{
    float sum = 0;
    for (int64_t i = 0; i < line->n * line->step; i += line->step)
        sum = fmaf(line->grad[i], line->output[i], sum);
    return sum;
}

static float sum_down(const GradientLine *line)
{
    float sum = 0;
    for (int64_t i = 0; i < line->n * line->step; i += line->step) sum += line->grad[i];
    return sum;
}

// ---- the lines -----------------------------------------------------------------------------

ROW_LOOP(take_share, fused(-a[i], x, b[i]))

static void softmax_line(const GradientLine *line)
{
    float sum = line->last ? call_stepped(line->call, product_by_eights(line)) : product_down(line);
    for (int64_t i = 0; i < line->n * line->step; i += line->step)
        line->out[i] = (line->grad[i] - sum) * line->output[i];
}

static void log_softmax_line(const GradientLine *line)
{
    float sum =
        line->last ? call_stepped(line->call, sum_by_eights(line->grad, line->n)) : sum_down(line);
    if (line->last) {
        exp_row(line->out, line->output, line->n);
        take_share(line->out, line->out, line->grad, sum, line->n);
        return;
    }
    for (int64_t i = 0; i < line->n * line->step; i += line->step) {
        float power;
        if (line->vectors)
            exp_row(&power, line->output + i, 1);
        else
            power = expf(line->output[i]);
        line->out[i] = fmaf(-power, sum, line->grad[i]);
    }
}

static void run_floats(const OpCall *call)
{
    SCRATCH(scratch);
    const float *grad = tensor_contiguous_floats(call->input[0], &scratch);
    const float *output = tensor_contiguous_floats(call->input[1], &scratch);
    float *out = tensor_floats(call->output);
    int dim = call_dim(call), ndim = call->shape.ndim;
    int64_t n = ndim ? call->shape.dim[dim] : 1, step = 1;
    for (int d = dim + 1; d < ndim; d++) step *= call->shape.dim[d];
    int64_t cells = shape_count(&call->shape);
    for (int64_t i = 0; n && i < cells / n; i++) {
        int64_t at = i / step * step * n + i % step;
        bool last = dim + 1 >= ndim, vectors = last || i % step < step / LANES * LANES;
        (is_log(call) ? log_softmax_line : softmax_line)(
            &(GradientLine){call, grad + at, output + at, out + at, n, step, last, vectors});
    }
}

// ---- float64 -------------------------------------------------------------------------------

static double cell_of(const OpCall *call, int input, Index at, int64_t i)
{
    if (call->shape.ndim) at.at[call_dim(call)] = i;
    return tensor_get(call->input[input], at);
}

static void run_doubles(const OpCall *call)
{
    Index at = {0};
    if (shape_count(&call->shape) == 0) return;
    int64_t n = along_length(call);
    do {
        double sum = 0, grad = tensor_get(call->input[0], at), y = tensor_get(call->input[1], at);
        for (int64_t i = 0; i < n; i++) {
            double other = cell_of(call, 0, at, i);
            sum = is_log(call) ? sum + other : fma(other, cell_of(call, 1, at, i), sum);
        }
        tensor_set(call->output, at, is_log(call) ? fma(-exp(y), sum, grad) : (grad - sum) * y);
    } while (index_next(&call->shape, &at));
}

// ---- both ----------------------------------------------------------------------------------

static bool line_infer(OpCall *call, Error *error)
{
    int dim;
    call->dtype = call->input[0]->dtype;
    call->shape = call->input[0]->shape;
    if (!dtype_is_float(call->dtype))
        return error_not_implemented(error, "softmax_backward", call->dtype);
    if (!shape_equal(&call->shape, &call->input[1]->shape))
        return error_set(error, "RuntimeError", "the gradient has the shape %s, the output %s",
                         shape_tuple(error->arena, &call->shape),
                         shape_tuple(error->arena, &call->input[1]->shape));
    return shape_wrap_dim(call_int(call, 0, 0), call->shape.ndim, &dim, error);
}

// The gradients of the whole line, and besides: of softmax as many outputs, of log_softmax one.
static void line_sources(const OpCall *call, Index at, Terms *terms)
{
    int dim = call_dim(call);
    int64_t self = at.at[dim];
    terms->kind = TERMS_FORMULA;
    terms->self = -1;
    terms_add(terms, 0, at);
    terms_add(terms, 1, at);
    for (int64_t i = 0; i < along_length(call) && !terms_suffice(terms); i++) {
        if (call->shape.ndim) at.at[dim] = i;
        if (i != self) terms_add(terms, 0, at);
        if (i != self && !is_log(call)) terms_add(terms, 1, at);
    }
}

// The sum of a line is made once for all its cells.
static void line_cost(const OpCall *call, Cost *cost)
{
    int64_t cells = shape_count(&call->shape), n = along_length(call);
    if (n) cost_sums(cost, COST_ADDITIONS, cells / n, n);
    cost_add(cost, COST_ADDITIONS, cells, 1);
    cost_add(cost, COST_MULTIPLICATIONS, cells, is_log(call) ? 1 : 2);
    if (is_log(call)) cost_add(cost, COST_EXPONENTIALS, cells, 1);
}

// ---- the operations ------------------------------------------------------------------------

static void backward_forward(OpCall *call)
{
    if (call->dtype == DTYPE_FLOAT32)
        run_floats(call);
    else
        run_doubles(call);
}

// weight * (grad - (grad * weight + grad * weight + …))
static double softmax_backward_formula(const OpCall *call UNUSED, Formula *f)
{
    double weight = formula_term(f, 1);
    formula_write(f, " * (");
    double grad = formula_term(f, 0);
    formula_write(f, " - (");
    formula_patterns(f, "$x * $y", " + ", 2, f->terms->count / 2);
    formula_write(f, "))");
    return weight * (grad - terms_products(f->term, f->terms->count));
}

// grad - exp(output) * (grad + grad + …)
static double log_softmax_backward_formula(const OpCall *call UNUSED, Formula *f)
{
    int count = f->terms->count - 1;
    double sum = 0, grad = formula_term(f, 0);
    formula_write(f, " - exp(");
    double output = formula_term(f, 1);
    formula_write(f, ") * (");
    for (int i = 0; i < count; i++) {
        int term = i ? i + 1 : 0;
        sum += f->term[term];
        if (formula_shows(f, i, count, " + ")) formula_term(f, term);
    }
    formula_write(f, ")");
    return grad - exp(output) * sum;
}

#define BACKWARD(id, its_doc, ...)                                                                 \
    OP(id,                                                                                         \
       "grad_output: Tensor, output: Tensor, dim: int, "                                           \
       "input_dtype: dtype? = None",                                                               \
       "(..., n, ...), (..., n, ...) -> (..., n, ...)", its_doc, IN_TORCH,                         \
       .traits = OP_WRITES_ALL, .infer = line_infer, .forward = backward_forward,                  \
       .sources = line_sources, .depth = along_length, .cost = line_cost, __VA_ARGS__)

BACKWARD(_softmax_backward_data,
         "the output times how far its gradient is above the mean of the gradients, weighted by "
         "the outputs",
         .formula = softmax_backward_formula, .effort = {2, 20})
BACKWARD(_log_softmax_backward_data,
         "its own gradient minus its probability times the sum of all gradients",
         .formula = log_softmax_backward_formula, .effort = {4, 20})
