// The operations var and std along a dimension: var = sum((x - mean)^2) / (n - 1), std = sqrt(var).
// Dividing by n - 1 is Bessel's correction, PyTorch's default; the argument `correction` replaces
// the 1.
#include "tensor/cost.h"
#include "tensor/formula.h"
#include "tensor/mistake.h"
#include "tensor/reductions/order_of_sums.h"

#include <math.h>

// What is taken from the number of cells: 1 (Bessel's correction) unless the program says else.
static double correction_of(const OpCall *call)
{
    if (call_has(call, 3)) return (double)call->arg[3].i;
    return call_bool(call, 1, true);
}

static double variance(const OpCall *call, double squares, int64_t n)
{
    double divisor = (double)n - correction_of(call);
    return divisor > 0 ? squares / divisor : squares / 0.0;
}

// One result of all cells comes from their mean, rounded to float as it is (ReduceOps.cpp,
// std_var_all_cpu); several come one cell after the other, so that alike cells have variance 0
// (WelfordOps). Both in double precision.
static bool is_only_one(const OpCall *call)
{
    return shape_count(&call->shape) == 1;
}

typedef struct Spread {
    double mean, squares;
    int64_t count;
} Spread;

static void spread_add(Spread *spread, double cell)
{
    double delta = cell - spread->mean;
    spread->mean += delta / (double)++spread->count;
    spread->squares += delta * (cell - spread->mean);
}

static double squared(double number)
{
    return number * number;
}

static double float_squares(const OpCall *call, const float *cell, int64_t stride, int64_t n)
{
    Spread spread = {0};
    if (is_only_one(call)) {
        float sum = 0;
        sum_by_cascade(
            &(Nest){.in = cell, .out = &sum, .n = {n, 1}, .in_stride = {stride, n * stride}});
        spread.mean = (double)(sum / (float)n);
        for (int64_t i = 0; i < n; i++)
            spread.squares += squared((double)cell[i * stride] - spread.mean);
    } else {
        for (int64_t i = 0; i < n; i++) spread_add(&spread, (double)cell[i * stride]);
    }
    return spread.squares;
}

static double double_squares(const OpCall *call, const double *cell, int64_t stride, int64_t n)
{
    Spread spread = {0};
    if (is_only_one(call)) {
        spread.mean = sum_in_pairs(cell, stride, n) / (double)n;
        for (int64_t i = 0; i < n; i++) spread.squares += squared(cell[i * stride] - spread.mean);
    } else {
        for (int64_t i = 0; i < n; i++) spread_add(&spread, cell[i * stride]);
    }
    return spread.squares;
}

static double float_variance(const OpCall *call, const float *cell, int64_t stride, int64_t n)
{
    return variance(call, float_squares(call, cell, stride, n), n);
}

static double double_variance(const OpCall *call, const double *cell, int64_t stride, int64_t n)
{
    return variance(call, double_squares(call, cell, stride, n), n);
}

static void var_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n, void *out)
{
    *(float *)out = (float)float_variance(call, cells, stride, n);
}

static void var_double_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                             void *out)
{
    *(double *)out = double_variance(call, cells, stride, n);
}

static bool var_infer(OpCall *call, Error *error)
{
    call->dtype = call->input[0]->dtype;
    if (!dtype_is_float(call->dtype)) {
        return error_set(error, "RuntimeError",
                         "std and var only support floating point and complex dtypes");
    }
    return infer_reduced(call, 2, error);
}

static void var_forward(OpCall *call)
{
    reduce(call, call->dtype, &(Folds){.floats = var_cells, .doubles = var_double_cells});
}

static void var_sources(const OpCall *call, Index at, Terms *terms)
{
    sources_reduced(call, at, terms);
    terms->kind = TERMS_FORMULA;
    terms->self = -1;
}

// ((1 - 2)**2 + (3 - 2)**2) / 1
static double var_formula(const OpCall *call, Formula *f)
{
    int n = f->terms->count;
    double mean = 0, squares = 0;
    for (int i = 0; i < n; i++) mean += f->exact[i] / n;
    formula_write(f, "(");
    for (int i = 0; i < n; i++) {
        double part = formula_rounded(f, mean);
        squares += (f->term[i] - part) * (f->term[i] - part);
        if (!formula_shows(f, i, n, " + ")) continue;
        formula_write(f, "(");
        formula_term(f, i);
        formula_write(f, " - ");
        formula_part(f, "mean", mean);
        formula_write(f, ")**2");
    }
    formula_write(f, ") / %g", fmax(0, n - correction_of(call)));
    return variance(call, squares, n);
}

// The mean, and then the mean square of the distances from it.
static void var_cost(const OpCall *call, Cost *cost)
{
    int64_t results = shape_count(&call->shape), n = cost_cells_in_one(call);
    if (n == 0) return;
    cost_sums(cost, COST_ADDITIONS, 2 * results, n);
    cost_add(cost, COST_ADDITIONS, results, n);
    cost_add(cost, COST_MULTIPLICATIONS, results, n + 2);
}

const Op op_var = {
    .name = "var",
    .effort = 12,
    .wide_effort = 5,
    .signature = "input: Tensor, dim: ints? = None, unbiased: bool = True, keepdim: bool = False, "
                 "correction: int? = None",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the mean squared distance of the cells along the dimension from their mean",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {"var(", ", ", ")", NULL},
    .infer = var_infer,
    .forward = var_forward,
    .sources = var_sources,
    .formula = var_formula,
    .cost = var_cost,
    .mistakes = mistakes_spread,
};

static void std_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n, void *out)
{
    *(float *)out = (float)sqrt(float_variance(call, cells, stride, n));
}

static void std_double_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                             void *out)
{
    *(double *)out = sqrt(double_variance(call, cells, stride, n));
}

static double std_formula(const OpCall *call, Formula *f)
{
    formula_write(f, "sqrt(");
    double value = sqrt(var_formula(call, f));
    formula_write(f, ")");
    return value;
}

static void std_forward(OpCall *call)
{
    reduce(call, call->dtype, &(Folds){.floats = std_cells, .doubles = std_double_cells});
}

static void std_cost(const OpCall *call, Cost *cost)
{
    var_cost(call, cost);
    cost_add(cost, COST_OTHERS, cost_cells_in_one(call) ? shape_count(&call->shape) : 0, 1);
}

const Op op_std = {
    .name = "std",
    .effort = 12,
    .wide_effort = 5,
    .signature = "input: Tensor, dim: ints? = None, unbiased: bool = True, keepdim: bool = False, "
                 "correction: int? = None",
    .shape = "(..., n, ...) -> (..., ...)",
    .doc = "the standard deviation: how far the cells along the dimension typically are from their "
           "mean",
    .found = IN_TORCH | IN_TENSOR,
    .notation = {"std(", ", ", ")", NULL},
    .infer = var_infer,
    .forward = std_forward,
    .sources = var_sources,
    .formula = std_formula,
    .cost = std_cost,
    .mistakes = mistakes_spread,
};
