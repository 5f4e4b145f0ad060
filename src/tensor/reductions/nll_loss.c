// nll_loss: minus the log probabilities of the right classes, weighted and averaged.
//
// input (N, C), (C) or (N, C, d1, …), target (N), () or (N, d1, …) of class numbers.
#include "tensor/call.h"
#include "tensor/cost.h"
#include "tensor/formula.h"

#include <math.h>
#include <string.h>

typedef enum Reduction { REDUCE_NONE, REDUCE_MEAN, REDUCE_SUM, REDUCE_UNKNOWN } Reduction;

// The reduction, perhaps said with the two flags that it once had: size_average and reduce.
static const char *reduction_word(const OpCall *call)
{
    if (!call_has(call, 2) && !call_has(call, 3)) return call_str(call, 1, "mean");
    if (!call_bool(call, 3, true)) return "none";
    return call_bool(call, 2, true) ? "mean" : "sum";
}

static Reduction reduction_of(const OpCall *call)
{
    static const char *const words[] = {"none", "mean", "sum"};
    int found = 0;
    while (found < REDUCE_UNKNOWN && strcmp(reduction_word(call), words[found]) != 0) found++;
    return (Reduction)found;
}

static int class_dim(const OpCall *call)
{
    return call->input[0]->shape.ndim > 1 ? 1 : 0;
}

// The class that cell `at` of the target asks for; -1 where it is to be ignored.
static int64_t class_at(const OpCall *call, Index at)
{
    int64_t class = tensor_get_int(call->input[1], at);
    return class == call_int(call, 0, -100) ? -1 : class;
}

// The cell of the input for cell `at` of the target.
static Index picked(const OpCall *call, Index at, int64_t class)
{
    int dim = class_dim(call);
    Index cell = {0};
    for (int d = 0; d < call->input[0]->shape.ndim; d++)
        cell.at[d] = d == dim ? class : at.at[d > dim ? d - 1 : d];
    return cell;
}

static double weight_of(const OpCall *call, int64_t class)
{
    const Tensor *weight = call_input(call, 2);
    return weight ? tensor_get(weight, (Index){{class}}) : 1;
}

// ---- checks ------------------------------------------------------------------------------------

// The shape without its classes.
static Shape asked_shape(const Shape *in)
{
    int dim = in->ndim > 1 ? 1 : 0;
    Shape asked = {.ndim = in->ndim - 1};
    for (int d = 0; d < asked.ndim; d++) asked.dim[d] = in->dim[d >= dim ? d + 1 : d];
    return asked;
}

// PyTorch's words for a target that does not have that shape.
static void tell_misfit(Error *error, const Shape *in, const Shape *target, const Shape *asked)
{
    const char *given = shape_list(error->arena, in), *found = shape_list(error->arena, target);
    int64_t batches = target->ndim ? target->dim[0] : 0;
    if (in->ndim > 1 && in->dim[0] != batches) {
        error_set(error, "ValueError",
                  "Expected input batch_size (%lld) to match target batch_size (%lld).",
                  (long long)in->dim[0], (long long)batches);
    } else if (in->ndim <= 2 && target->ndim > 1) {
        error_set(error, "RuntimeError",
                  "0D or 1D target tensor expected, multi-target not supported");
    } else if (in->ndim <= 2) {
        error_set(error, "RuntimeError", "size mismatch (got input: %s, target: %s)", given, found);
    } else if (in->ndim == 4 && target->ndim != 3) {
        error_set(error, "RuntimeError",
                  "only batches of spatial targets supported (3D tensors) but got targets of "
                  "dimension: %d",
                  target->ndim);
    } else if (in->ndim == 4) {
        error_set(error, "RuntimeError", "size mismatch (got input: %s , target: %s", given, found);
    } else {
        error_set(error, "RuntimeError", "Expected target size %s, got %s",
                  shape_list(error->arena, asked), found);
    }
}

static bool sizes_fit(const OpCall *call, Error *error)
{
    const Shape *in = &call->input[0]->shape, *target = &call->input[1]->shape;
    Arena *arena = error->arena;
    if (in->ndim == 0)
        return error_set(error, "ValueError", "Expected 1 or more dimensions (got 0)");
    Shape asked = asked_shape(in);
    if (shape_equal(&asked, target)) return true;
    tell_misfit(error, in, target, &asked);
    return error_hint(error, "the input has shape %s, the target %s: one class for each row",
                      shape_tuple(arena, in), shape_tuple(arena, target));
}

static bool classes_exist(const OpCall *call, Error *error)
{
    const Tensor *target = call->input[1];
    int64_t classes = call->input[0]->shape.dim[class_dim(call)];
    Index at = {0};
    if (tensor_count(target) == 0) return true;
    do {
        int64_t class = tensor_get_int(target, at);
        if (class == call_int(call, 0, -100) || (class >= 0 && class < classes)) continue;
        error_set(error, "IndexError", "Target %lld is out of bounds.", (long long)class);
        return error_hint(error, "there are %lld classes, numbered from 0", (long long)classes);
    } while (index_next(&target->shape, &at));
    return true;
}

static bool nll_loss_infer(OpCall *call, Error *error)
{
    const Tensor *in = call->input[0], *target = call->input[1], *weight = call_input(call, 2);
    if (!dtype_is_float(in->dtype)) {
        return error_not_implemented(error, "nll_loss_out_frame", in->dtype);
    }
    if (target->dtype != DTYPE_INT64) {
        error_set(error, "RuntimeError", "expected scalar type Long but found %s",
                  dtype_title(target->dtype));
        return error_hint(error, "the target holds class numbers: .long()");
    }
    if (reduction_of(call) == REDUCE_UNKNOWN) {
        return error_set(error, "ValueError", "%s is not a valid value for reduction",
                         reduction_word(call));
    }
    if (!sizes_fit(call, error) || !classes_exist(call, error)) return false;
    int64_t classes = in->shape.dim[class_dim(call)];
    if (weight && (weight->shape.ndim != 1 || weight->shape.dim[0] != classes)) {
        return error_set(error, "RuntimeError",
                         "weight tensor should be defined either for all %lld classes or no "
                         "classes but got weight tensor of shape: %s",
                         (long long)classes, shape_list(error->arena, &weight->shape));
    }
    call->dtype = in->dtype;
    call->shape = reduction_of(call) == REDUCE_NONE ? target->shape : (Shape){0};
    return true;
}

// ---- computing ---------------------------------------------------------------------------------

static double loss_at(const OpCall *call, Index at, double *weight)
{
    int64_t class = class_at(call, at);
    *weight = class < 0 ? 0 : weight_of(call, class);
    return class < 0 ? 0 : -*weight * tensor_get(call->input[0], picked(call, at, class));
}

// PyTorch adds halves up in halves: 16 losses, then 16 of these sums, and so on, but the first loss
// of each level goes to the next one at once (nll_loss_out_frame).
typedef struct HalfSums {
    float level[8];
} HalfSums;

static void add_half(const OpCall *call, HalfSums *sums, int64_t i, double value)
{
    const int last = 7, power = 4;
    float *level = sums->level;
    level[0] = call_stepped(call, level[0] + call_stepped(call, (float)value));
    for (int j = 0; j < last && !(i >> (j * power) & 15); j++) {
        level[j + 1] = call_stepped(call, level[j + 1] + level[j]);
        level[j] = 0;
    }
}

static double total_of_halves(const OpCall *call, const HalfSums *sums)
{
    float total = 0;
    for (int j = 0; j < 8; j++) total = call_stepped(call, total + sums->level[j]);
    return (double)total;
}

static void nll_loss_forward(OpCall *call)
{
    const Tensor *target = call->input[1];
    Reduction reduction = reduction_of(call);
    double sum = 0, weights = 0;
    HalfSums losses = {{0}}, half_weights = {{0}};
    bool halves = dtype_is_half(call->halves);
    Index at = {0};
    int64_t count = tensor_count(target);
    for (int64_t i = 0; i < count; i++) {
        double weight, loss = loss_at(call, at, &weight);
        if (halves) add_half(call, &losses, i, loss);
        if (halves) add_half(call, &half_weights, i, weight);
        sum += loss;
        weights += weight;
        if (reduction == REDUCE_NONE) tensor_set(call->output, at, loss);
        index_next(&target->shape, &at);
    }
    if (reduction == REDUCE_NONE) return;
    if (halves) sum = total_of_halves(call, &losses);
    if (halves && call_input(call, 2)) weights = total_of_halves(call, &half_weights);
    tensor_set(call->output, (Index){0}, reduction == REDUCE_MEAN ? sum / weights : sum);
}

static void add_target(const OpCall *call, Index at, Terms *terms)
{
    int64_t class = class_at(call, at);
    if (class < 0) return;
    terms_add(terms, 0, picked(call, at, class));
    if (call_input(call, 2)) terms_add(terms, call_which(call, 2), (Index){{class}});
}

// The picked cells, each with its weight where there are weights.
static void nll_loss_sources(const OpCall *call, Index at, Terms *terms)
{
    const Shape *target = &call->input[1]->shape;
    terms->kind = TERMS_FORMULA;
    terms->self = -1;
    terms->by_values = true;
    if (reduction_of(call) == REDUCE_NONE) {
        add_target(call, at, terms);
        return;
    }
    Index each = {0};
    if (shape_count(target) == 0) return;
    do add_target(call, each, terms);
    while (index_next(target, &each));
}

// -(-0.5 + -1.25) / 2, or with weights -(2*(-0.5) + 3*(-1.25)) / (2 + 3)
static double nll_loss_formula(const OpCall *call, Formula *f)
{
    int each = call_input(call, 2) ? 2 : 1, n = f->terms->count / each;
    double sum = 0, weights = 0;
    formula_write(f, "-(");
    for (int i = 0; i < n; i++) {
        double weight = each == 2 ? f->term[2 * i + 1] : 1;
        sum += weight * f->term[each * i];
        weights += weight;
    }
    formula_patterns(f, each == 2 ? "$y*$x" : "$x", " + ", each, n);
    formula_write(f, n ? ")" : "0)");
    if (reduction_of(call) != REDUCE_MEAN) return n ? -sum : 0;
    formula_write(f, " / ");
    if (each == 2)
        weights = formula_part(f, "sum of weights", weights);
    else
        formula_write(f, "%d", n);
    return -sum / weights;
}

// The sum, its sign and, for the mean, a division; weights are multiplied with and added up.
static void nll_loss_cost(const OpCall *call, Cost *cost)
{
    int64_t n = tensor_count(call->input[1]);
    bool weighted = call_input(call, 2) != NULL;
    if (weighted) cost_add(cost, COST_MULTIPLICATIONS, n, 1);
    cost_add(cost, COST_OTHERS, shape_count(&call->shape), 1);
    if (reduction_of(call) == REDUCE_NONE) return;
    bool mean = reduction_of(call) == REDUCE_MEAN;
    cost_sums(cost, COST_ADDITIONS, weighted && mean ? 2 : 1, n);
    if (mean) cost_add(cost, COST_MULTIPLICATIONS, 1, 1);
}

OP_ROW(nll_loss,
       "input: Tensor, target: Tensor, weight: Tensor? = None, ignore_index: int = -100, "
       "reduction: str = 'mean', size_average: bool? = None, reduce: bool? = None",
       "(n, c), (n), (c) -> ()", "the mean of minus the log probability of the right class",
       IN_FUNCTIONAL, .notation = {"nll_loss(", ", ", ")", NULL}, .forward = nll_loss_forward,
       .sources = nll_loss_sources, .formula = nll_loss_formula, .cost = nll_loss_cost)
