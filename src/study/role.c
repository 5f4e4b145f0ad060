// Between the softmax and the product weights may be masked, dropped out or moved: all that has the
// axes of queries and keys, and comes from weights, is weights; what they come from is scores.
#include "study/role.h"

#include "study/row.h"
#include "study/slices.h"
#include "tensor/dtype.h"
#include "trace/gradients.h"

static const Average *average_by(const Trace *trace, int weights)
{
    const Average *averages;
    int count = axes_averages(trace, &averages);
    for (int i = 0; i < count; i++) {
        if (averages[i].weights == weights) return &averages[i];
    }
    return NULL;
}

// The average whose weights were moved, masked or dropped out to become the entry.
static const Average *average_before(const Trace *trace, int entry)
{
    const Average *found = NULL;
    for (; entry >= 0 && !found; entry = average_source(trace, entry))
        found = average_by(trace, entry);
    return found;
}

static bool has_shares(const Trace *trace, int entry, const TensorAxes *axes)
{
    int query = axes_find(axes, AXIS_QUERY), key = axes_find(axes, AXIS_KEY);
    if (key < 0 || !dtype_is_float(trace->entries[entry].call.output->dtype)) return false;
    Slices slices = slices_along(trace, entry, query, key);
    Matrix first = slices_matrix(&slices, 0);
    return rows_are_shares(&first);
}

static bool comes_from_product(const Trace *trace, int entry)
{
    for (int next; (next = average_source(trace, entry)) >= 0; entry = next) continue;
    Arena scratch = {0};
    const OpCall *call = &trace->entries[entry].call;
    Terms terms = {.arena = &scratch, .most = 1};
    if (call->op->sources && shape_count(&call->shape)) op_sources(call, (Index){0}, &terms);
    arena_free(&scratch);
    return terms.kind == TERMS_SUM_OF_PRODUCTS;
}

// What a softmax was of, also one that is written out as exp and sum; or -1.
static int before_softmax(const Trace *trace, int weights)
{
    int scores = softmax_of(trace, weights);
    if (scores >= 0) return scores;
    return comes_from_product(trace, weights) ? average_source(trace, weights) : -1;
}

// Do weights follow from it by a softmax, scaled and masked between?
static bool becomes_weights(const Trace *trace, int entry)
{
    const Average *averages;
    int count = axes_averages(trace, &averages);
    for (int i = 0; i < count; i++) {
        int from = averages[i].of == AVERAGE_POSITIONS ? before_softmax(trace, averages[i].weights) : -1;
        while (from > entry) from = average_source(trace, from);
        if (from == entry) return true;
    }
    return false;
}

// Do the shares belong to features that a product made: to words, classes or experts? Those that were
// picked out, as the largest, belong to what they were picked from.
static bool is_of_classes(const Trace *trace, int entry)
{
    Arena scratch = {0};
    int last = trace->entries[entry].call.output->shape.ndim - 1;
    AxisRoots roots = axis_roots(trace, entry, last, NULL, NULL, &scratch);
    bool are = last >= 0 && axis_is_of_features(trace, &roots);
    for (int i = 0; i < roots.count && are; i++) are = roots.place[i].is_product;
    const OpCall *call = &trace->entries[entry].call;
    int from = call->input_count ? call->input[0]->origin : -1;
    bool is_picked = roots.count && roots.kind[0] == ROOT_NEW && from >= 0;
    arena_free(&scratch);
    return are || (is_picked && is_of_classes(trace, from));
}

// What is called scores, and averages nothing that is recorded: by its numbers.
static Role role_of_unused(const Trace *trace, int entry, Role by_name)
{
    const OpCall *call = &trace->entries[entry].call;
    Matrix first = matrix_through(trace, entry, (Index){0});
    bool is_made = call->op->sources || call->output->is_loaded;
    if (by_name != ROLE_SCORE || !is_made || !rows_are_shares(&first)) return by_name;
    return is_of_classes(trace, entry) ? ROLE_NONE : ROLE_WEIGHTS;
}

static Role role_by_use(const Trace *trace, int entry, Role by_name)
{
    if (shape_count(&trace->entries[entry].call.output->shape) == 0) return by_name;
    const Average *before = average_before(trace, entry);
    if (before) return before->of == AVERAGE_POSITIONS ? ROLE_WEIGHTS : ROLE_NONE;
    TensorAxes axes = axes_of(trace, entry);
    if (axes_find(&axes, AXIS_KEY) < 0) return role_of_unused(trace, entry, by_name);
    if (has_shares(trace, entry, &axes)) return ROLE_WEIGHTS;
    if (by_name == ROLE_SCORE || by_name == ROLE_NONE)
        return becomes_weights(trace, entry) ? ROLE_SCORE : by_name;
    return by_name;
}

Role role_of(const Trace *trace, int entry)
{
    for (const Gradient *of; (of = gradient_at(trace, entry)); entry = of->of) continue;
    bool is_noted;
    Role by_name = role_by_name(trace, entry, &is_noted);
    Role by_use = is_noted && by_name != ROLE_SCORE ? by_name : role_by_use(trace, entry, by_name);
    return is_noted && by_use != ROLE_WEIGHTS ? by_name : by_use;
}

// Shares of experts, and those that were picked out of them.
static bool is_of_router(const Trace *trace, int entry)
{
    TensorAxes axes = axes_of(trace, entry);
    const OpCall *call = &trace->entries[entry].call;
    Matrix first = matrix_through(trace, entry, (Index){0});
    if (!dtype_is_float(call->output->dtype) || axes.ndim == 0) return false;
    if (axes.of[axes.ndim - 1].kind == AXIS_EXPERT) return rows_are_shares(&first);
    int from = call->input_count ? call->input[0]->origin : -1;
    return from >= 0 && axes.of[axes.ndim - 1].how == NULL && is_of_router(trace, from);
}

const char *role_title(const Trace *trace, int entry)
{
    Role role = role_of(trace, entry);
    if (role == ROLE_WEIGHTS) return "attention weights";
    if (role == ROLE_NONE && is_of_router(trace, entry)) return "router weights";
    return role == ROLE_SCORE ? "scores" : role_name(role);
}
