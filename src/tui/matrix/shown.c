// Tells which cell the current screen is about, for an action that starts from it: a figure of the
// matrix, or the lines of attention. For a head it is one in the last row: under a causal mask the
// first query can only attend to itself, which shows nothing.
#include "tui/matrix/shown.h"

// Of a head the last query: under a causal mask the first one sees itself alone.
static Cell cell_of_tile(const App *app)
{
    Cell cell = app->heads.all.head[app->heads.selected].cell;
    Matrix matrix = matrix_through(app->walk->trace, cell.entry, cell.at);
    return (Cell){cell.entry, matrix_index(&matrix, matrix.rows - 1, 0)};
}

Cell shown_cell(const App *app)
{
    const LargeView *large = &app->large;
    switch (app->screen) {
    case ON_HEADS: return cell_of_tile(app);
    case ON_FLOW: return app->flow.at;
    case ON_LARGE:
        return (Cell){large->matrix.entry, matrix_index(&large->matrix, large->row, large->column)};
    default: return app->walk->selected;
    }
}

bool shown_is_average(const App *app)
{
    if (app->screen == ON_HEADS) return app->heads.all.head[app->heads.selected].number < 0;
    return app->screen == ON_LARGE && app->large.is_average;
}
