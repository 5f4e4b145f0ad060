// Reads a row of attention weights as lines from a query to its keys: the heaviest ones, and how
// widely the query spreads its attention as the entropy -sum(w * log2(w)) in bits, which is 0 for
// a single key and log2(n) for n equal ones. A row whose numbers have not been computed yet in the
// walk, or are asked for in a question, gives nothing away.
#include "walk/flow.h"

#include "study/attention/attention.h"
#include "study/axes/role.h"
#include "study/axes/row.h"
#include "tensor/dtype.h"
#include "trace/record/gradients.h"

#include <stdlib.h>

static int by_weight(const void *a, const void *b)
{
    const FlowLine *x = a, *y = b;
    if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
    return x->key < y->key ? -1 : x->key > y->key;
}

static int by_key(const void *a, const void *b)
{
    const FlowLine *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

FlowRow flow_row(const Walk *walk, Cell at, int limit, Arena *arena)
{
    Matrix matrix = matrix_through(walk->trace, at.entry, at.at);
    int64_t query = matrix.row_dim < 0 ? 0 : at.at.at[matrix.row_dim];
    FlowRow row = {.state = (FlowState)walk_row_seen(walk, &matrix, query)};
    double *values = NEW_ARRAY(arena, double, matrix.columns);
    matrix_row(&matrix, query, values);
    RowFacts facts = row_facts(values, matrix.columns, 0);
    bool are_weights = facts.is_weights && dtype_is_float(matrix.tensor->dtype);
    if (row.state == FLOW_SHOWN && !are_weights) row.state = FLOW_NO_WEIGHTS;
    row.lines = NEW_ARRAY(arena, FlowLine, matrix.columns);
    bool shown = row.state == FLOW_SHOWN;
    if (shown) row.entropy = facts.entropy;
    for (int64_t k = 0; k < matrix.columns; k++)
        row.lines[k] = (FlowLine){k, shown ? values[k] : 0};
    qsort(row.lines, (size_t)matrix.columns, sizeof(FlowLine), by_weight);
    for (int i = 0; i < FLOW_NAMED && i < matrix.columns; i++) row.heaviest[i] = row.lines[i];
    row.count = matrix.columns < limit ? (int)matrix.columns : limit;
    for (int i = 0; i < row.count; i++) row.shown += row.lines[i].weight;
    qsort(row.lines, (size_t)row.count, sizeof(FlowLine), by_key);
    return row;
}

bool flow_fits(const Walk *walk, Cell at)
{
    const Tensor *tensor = trace_output(walk->trace, at.entry);
    if (tensor->shape.ndim == 0 || tensor_count(tensor) == 0) return false;
    if (gradient_at(walk->trace, at.entry)) return false;
    SCRATCH(scratch);
    FlowState state = flow_row(walk, at, 1, &scratch).state;
    Matrix matrix = matrix_through(walk->trace, at.entry, at.at);
    if (state == FLOW_NO_WEIGHTS) return false;
    return role_is_of_pairs(role_of(walk->trace, at.entry)) ||
           (matrix.columns > 1 && matrix_may_attend(walk->trace, &matrix));
}

Cell flow_cell(const Walk *walk, Cell at)
{
    Matrix matrix = matrix_through(walk->trace, at.entry, at.at);
    bool is_open = walk_open_count(walk, at.entry) > 0;
    int weights =
        is_open || rows_are_weights(&matrix) ? -1 : attention_of_scores(walk->trace, at.entry);
    if (weights >= 0) at.entry = weights;
    return at;
}

bool flow_beside(const Walk *walk, Cell cell, Cell *at)
{
    const int *entries;
    int count = walk_equation(walk, &entries);
    const Shape *shape = trace_shape(walk->trace, cell.entry);
    for (int i = 0; i < count; i++) {
        const Shape *other = trace_shape(walk->trace, entries[i]);
        *at = (Cell){.entry = entries[i]};
        int rows = other->ndim - 2;
        if (rows < 0) continue;
        for (int d = 0; d <= rows && other->ndim == shape->ndim; d++)
            at->at.at[d] = cell.at.at[d] < other->dim[d] ? cell.at.at[d] : 0;
        if (flow_fits(walk, *at)) return true;
    }
    return false;
}
