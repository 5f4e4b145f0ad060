// The state of the flow view, and what it shows of a query.
#include "tui/matrix/flow.h"

#include "trace/roles.h"
#include "tui/app.h"
#include "tui/matrix/shown.h"
#include "walk/matrix_row.h"

#include <math.h>
#include <stdlib.h>

static Matrix matrix_of(const App *app)
{
    return matrix_through(app->walk->trace, app->flow.at.entry, app->flow.at.at);
}

static int64_t query_of(const FlowView *view, const Matrix *matrix)
{
    return matrix->row_dim < 0 ? 0 : view->at.at.at[matrix->row_dim];
}

// ---- what a query looks at ----------------------------------------------------------------------

static FlowState state_of(const App *app, const Matrix *matrix, int64_t query)
{
    int64_t last = matrix->columns - 1;
    Index at = matrix_index(matrix, query, last);
    bool open = index_ravel(&matrix->tensor->shape, at) < walk_open_count(app->walk, matrix->entry);
    if (!open) return FLOW_CLOSED;
    for (int64_t k = 0; k <= last && app->walk->question_count; k++) {
        if (walk_hides(app->walk, (Cell){matrix->entry, matrix_index(matrix, query, k)}))
            return FLOW_HIDDEN;
    }
    return FLOW_SHOWN;
}

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

FlowRow flow_row(const App *app, const FlowView *view, int limit, Arena *arena)
{
    Matrix matrix = matrix_of(app);
    int64_t query = query_of(view, &matrix);
    FlowRow row = {.state = state_of(app, &matrix, query)};
    double *values = NEW_ARRAY(arena, double, matrix.columns);
    matrix_row(&matrix, query, values);
    if (row.state == FLOW_SHOWN && !row_facts(values, matrix.columns, 0).is_weights)
        row.state = FLOW_NO_WEIGHTS;
    row.lines = NEW_ARRAY(arena, FlowLine, matrix.columns);
    bool shown = row.state == FLOW_SHOWN;
    for (int64_t k = 0; k < matrix.columns; k++) {
        row.lines[k] = (FlowLine){k, shown ? values[k] : 0};
        if (shown && values[k] > 0) row.entropy -= values[k] * log2(values[k]);
    }
    qsort(row.lines, (size_t)matrix.columns, sizeof(FlowLine), by_weight);
    for (int i = 0; i < FLOW_NAMED && i < matrix.columns; i++) row.heaviest[i] = row.lines[i];
    row.count = matrix.columns < limit ? (int)matrix.columns : limit;
    for (int i = 0; i < row.count; i++) row.shown += row.lines[i].weight;
    qsort(row.lines, (size_t)row.count, sizeof(FlowLine), by_key);
    return row;
}

// ---- keys ---------------------------------------------------------------------------------------

// What is not computed yet may be weights if it is called so.
static bool show_row(App *app, Cell cell)
{
    const Trace *trace = app->walk->trace;
    const Tensor *tensor = trace->entries[cell.entry].call.output;
    if (tensor->shape.ndim == 0 || tensor_count(tensor) == 0) return false;
    FlowView before = app->flow, view = {cell, app->screen};
    app->flow = view;
    Arena scratch = {0};
    FlowState state = flow_row(app, &view, 1, &scratch).state;
    arena_free(&scratch);
    bool may_be = state != FLOW_SHOWN && role_of(trace, cell.entry) == ROLE_SCORE;
    bool shows = state == FLOW_SHOWN || (may_be && state != FLOW_NO_WEIGHTS);
    if (shows)
        app->screen = ON_FLOW;
    else
        app->flow = before;
    return shows;
}

// Of weights @ values, where the selected cell is one of the values or of the result: the same row
// of the weights.
static bool show_row_beside(App *app, Cell selected)
{
    const int *entries;
    int count = walk_equation(app->walk, &entries);
    const Shape *shape = &app->walk->trace->entries[selected.entry].call.output->shape;
    for (int i = 0; i < count; i++) {
        const Shape *other = &app->walk->trace->entries[entries[i]].call.output->shape;
        Cell cell = {.entry = entries[i]};
        int rows = other->ndim - 2;
        if (rows < 0) continue;
        for (int d = 0; d <= rows && other->ndim == shape->ndim; d++)
            cell.at.at[d] = selected.at.at[d] < other->dim[d] ? selected.at.at[d] : 0;
        if (show_row(app, cell)) return true;
    }
    return false;
}

bool flow_open(App *app)
{
    Cell cell = shown_cell(app);
    if (shown_is_average(app))
        app_say(app, false, "Lines are drawn of one head, not of the average.");
    if (cell.entry < 0 || shown_is_average(app)) return false;
    return show_row(app, cell) || (app->screen == ON_WALK && show_row_beside(app, cell));
}

bool flow_leave(App *app)
{
    app->screen = (Screen)app->flow.from;
    return true;
}

bool flow_enlarge_at(App *app, int64_t key)
{
    const FlowView *view = &app->flow;
    Arena scratch = {0};
    Cell cell = view->at;
    int columns = app->walk->trace->entries[cell.entry].call.output->shape.ndim - 1;
    cell.at.at[columns] = key;
    unsigned from = view->from == ON_LARGE ? app->large.from : view->from; // no way in circles
    large_open(app, cell, NULL, entry_title(app->walk->trace, cell.entry, &scratch), from);
    arena_free(&scratch);
    return true;
}

bool flow_enlarge(App *app)
{
    Arena scratch = {0};
    FlowRow row = flow_row(app, &app->flow, 1, &scratch);
    int64_t key = row.state == FLOW_SHOWN ? row.heaviest[0].key : 0;
    arena_free(&scratch);
    return flow_enlarge_at(app, key);
}

void flow_queries(const App *app, DimLabels *labels, int64_t *count)
{
    Matrix matrix = matrix_of(app);
    *labels = dim_labels(app->walk->trace, matrix.entry, matrix.row_dim);
    *count = matrix.rows;
}

bool flow_select(App *app, int64_t query)
{
    FlowView *view = &app->flow;
    Matrix matrix = matrix_of(app);
    if (matrix.row_dim < 0) return false;
    int64_t from = query_of(view, &matrix);
    query = query < 0 ? 0 : query >= matrix.rows ? matrix.rows - 1 : query;
    view->at.at.at[matrix.row_dim] = query;
    return query != from;
}

static bool move_query(App *app, int64_t by)
{
    Matrix matrix = matrix_of(app);
    return flow_select(app, query_of(&app->flow, &matrix) + by);
}

bool flow_up(App *app)
{
    return move_query(app, -1);
}

bool flow_down(App *app)
{
    return move_query(app, 1);
}

bool flow_page_up(App *app)
{
    return move_query(app, -10);
}

bool flow_page_down(App *app)
{
    return move_query(app, 10);
}

bool flow_first(App *app)
{
    return move_query(app, -matrix_of(app).rows);
}

bool flow_last(App *app)
{
    return move_query(app, matrix_of(app).rows);
}

bool flow_next_head(App *app)
{
    return index_move_slice(&matrix_of(app).tensor->shape, &app->flow.at.at, 1);
}

bool flow_previous_head(App *app)
{
    return index_move_slice(&matrix_of(app).tensor->shape, &app->flow.at.at, -1);
}
