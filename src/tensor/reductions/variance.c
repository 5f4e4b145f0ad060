// The operations var and std along a dimension: var = sum((x - mean)^2) / (n - 1), std = sqrt(var).
// Dividing by n - 1 is Bessel's correction, PyTorch's default; the argument `correction` replaces
// the 1.
#include "tensor/cost.h"
#include "tensor/formula.h"
#include "tensor/reductions/order_of_sums.h"

#include <math.h>

extern const Op op_std;

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

static bool is_rooted(const OpCall *call)
{
    return call->op == &op_std;
}

static void spread_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                         void *out)
{
    double found = variance(call, float_squares(call, cells, stride, n), n);
    *(float *)out = (float)(is_rooted(call) ? sqrt(found) : found);
}

static void spread_double_cells(const OpCall *call, const void *cells, int64_t stride, int64_t n,
                                void *out)
{
    double found = variance(call, double_squares(call, cells, stride, n), n);
    *(double *)out = is_rooted(call) ? sqrt(found) : found;
}

static bool spread_infer(OpCall *call, Error *error)
{
    call->dtype = call->input[0]->dtype;
    if (!dtype_is_float(call->dtype)) {
        return error_set(error, "RuntimeError",
                         "std and var only support floating point and complex dtypes");
    }
    return infer_reduced(call, 2, error);
}

static void spread_forward(OpCall *call)
{
    reduce(call, call->dtype, &(Folds){.floats = spread_cells, .doubles = spread_double_cells});
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

static void spread_cost(const OpCall *call, Cost *cost)
{
    int64_t results = shape_count(&call->shape), n = cost_cells_in_one(call);
    if (n == 0) return;
    cost_variances(cost, results, n);
    if (is_rooted(call)) cost_add(cost, COST_OTHERS, results, 1);
}

static double std_formula(const OpCall *call, Formula *f)
{
    formula_write(f, "sqrt(");
    double value = sqrt(var_formula(call, f));
    formula_write(f, ")");
    return value;
}

#define SPREAD(id, its_doc)                                                                        \
    REDUCTION(id,                                                                                  \
              "input: Tensor, dim: ints? = None, unbiased: bool = True, keepdim: bool = False, "   \
              "correction: int? = None",                                                           \
              its_doc, .infer = spread_infer, .forward = spread_forward,                           \
              .sources = sources_reduced, .formula = id##_formula, .cost = spread_cost,            \
              WRITTEN(#id "(", ", ", ")"), .effort = {12, 5})

SPREAD(var, "the mean squared distance of the cells along the dimension from their mean")
SPREAD(std, "the standard deviation: how far the cells along the dimension typically are from "
            "their mean")
