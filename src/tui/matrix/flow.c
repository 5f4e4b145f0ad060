// What the keys do in the view of attention as lines: select another query or head, enlarge, leave.
#include "tui/matrix/flow.h"

#include "tui/actions.h"
#include "tui/matrix/shown.h"

static Matrix matrix_of(const App *app)
{
    return matrix_through(app->walk->trace, app->flow.at.entry, app->flow.at.at);
}

static int64_t query_of(const FlowView *view, const Matrix *matrix)
{
    return matrix->row_dim < 0 ? 0 : view->at.at.at[matrix->row_dim];
}

bool flow_open(App *app)
{
    Cell cell = shown_cell(app);
    if (shown_is_average(app))
        app_say(app, false, "Lines are drawn of one head, not of the average.");
    if (cell.entry < 0 || shown_is_average(app)) return false;
    bool fits = flow_fits(app->walk, cell) ||
                (app->screen == ON_WALK && flow_beside(app->walk, cell, &cell));
    if (!fits) return false;
    app->flow = (FlowView){cell, app->screen};
    app->screen = ON_FLOW;
    return true;
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
    FlowRow row = flow_row(app->walk, app->flow.at, 1, &scratch);
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

bool flow_move(App *app, int by)
{
    enum { QUERIES_OF_PAGE = 10 };
    Matrix matrix = matrix_of(app);
    return flow_select(app, query_of(&app->flow, &matrix) + step_size(by, QUERIES_OF_PAGE));
}

bool flow_move_head(App *app, int by)
{
    return index_move_slice(&matrix_of(app).tensor->shape, &app->flow.at.at, by);
}
