#include "tui/matrix/shown.h"

Cell shown_cell(const App *app)
{
    const LargeView *large = &app->large;
    switch (app->screen) {
    case ON_HEADS: return app->heads.tiles[app->heads.selected].cell;
    case ON_FLOW: return app->flow.at;
    case ON_LARGE:
        return (Cell){large->matrix.entry, matrix_index(&large->matrix, large->row, large->column)};
    default: return app->walk->selected;
    }
}

bool shown_is_average(const App *app)
{
    if (app->screen == ON_HEADS) return app->heads.tiles[app->heads.selected].number < 0;
    return app->screen == ON_LARGE && app->large.is_average;
}
