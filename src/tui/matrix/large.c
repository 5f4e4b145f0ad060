// The state of the large view and what its keys do to it.
#include "tui/matrix/large.h"

#include "tui/actions.h"
#include "walk/go.h"
#include "walk/matrix_row.h"

enum { MOST_BLOCKS = 256 };

// ---- opening and leaving ------------------------------------------------------------------------

static void clear(LargeView *view)
{
    large_free(view);
    *view = (LargeView){0};
}

void large_free(LargeView *view)
{
    arena_free(&view->arena);
}

static Matrix whole_matrix(int entry, const Tensor *tensor)
{
    return (Matrix){.entry = entry,
                    .tensor = tensor,
                    .rows = tensor->shape.dim[0],
                    .columns = tensor->shape.dim[1],
                    .row_dim = 0,
                    .column_dim = 1};
}

void large_open(App *app, Cell cell, const Tensor *average, const char *name, unsigned from)
{
    LargeView *view = &app->large;
    LargeZoom zoom = view->zoom == ZOOM_ALL ? view->before_all : view->zoom;
    clear(view);
    Matrix own = matrix_through(app->walk->trace, cell.entry, cell.at);
    view->matrix = average ? whole_matrix(cell.entry, average) : own;
    view->is_average = average != NULL;
    view->row_labels = dim_labels(app->walk->trace, cell.entry, own.row_dim);
    view->column_labels = dim_labels(app->walk->trace, cell.entry, own.column_dim);
    view->name = str_copy(&view->arena, str_from(name));
    view->row = own.row_dim < 0 ? 0 : cell.at.at[own.row_dim];
    view->column = own.column_dim < 0 ? 0 : cell.at.at[own.column_dim];
    view->blocks = blocks_of(&view->matrix, MOST_BLOCKS, &view->arena);
    view->zoom = view->before_all = zoom;
    view->from = from;
    app->screen = ON_LARGE;
}

bool large_open_selected(App *app)
{
    Cell cell = app->walk->selected;
    if (cell.entry < 0 || tensor_count(app->walk->trace->entries[cell.entry].call.output) == 0)
        return false;
    Arena scratch = {0};
    large_open(app, cell, NULL, entry_title(app->walk->trace, cell.entry, &scratch), ON_WALK);
    arena_free(&scratch);
    return true;
}

// The cell that was selected here stays selected where that matrix is shown.
bool large_leave(App *app)
{
    LargeView *view = &app->large;
    if (view->from == ON_WALK && !view->is_average)
        walk_select(app->walk, (Cell){view->matrix.entry,
                                      matrix_index(&view->matrix, view->row, view->column)});
    app->screen = (Screen)view->from;
    return true;
}

bool large_to_walk(App *app)
{
    const LargeView *view = &app->large;
    if (view->is_average) return false;
    app->screen = app->home;
    return walk_visit_cell(app->walk, (Cell){view->matrix.entry,
                                             matrix_index(&view->matrix, view->row, view->column)});
}

// ---- moving -------------------------------------------------------------------------------------

static LargeLayout layout_now(const App *app)
{
    Arena scratch = {0};
    LargeLayout layout = large_layout(app, &app->large, &scratch);
    arena_free(&scratch);
    return layout;
}

// Keeps the window where drawing put it.
static void hold_window(App *app)
{
    LargeView *view = &app->large;
    if (view->zoom == ZOOM_ALL) return;
    LargeLayout layout = layout_now(app);
    view->first_row = layout.first_row;
    view->first_column = layout.first_column;
}

static int64_t within(int64_t value, int64_t size)
{
    return value < 0 ? 0 : value >= size ? size - 1 : value;
}

static bool go(App *app, int64_t row, int64_t column)
{
    LargeView *view = &app->large;
    row = within(row, view->matrix.rows);
    column = within(column, view->matrix.columns);
    bool moved = row != view->row || column != view->column;
    view->row = row;
    view->column = column;
    hold_window(app);
    return moved;
}

// What the window does not show comes to stand in its middle.
static void center(LargeView *view, const LargeLayout *layout)
{
    int64_t row = view->row - layout->first_row, column = view->column - layout->first_column;
    if (row < 0 || row >= layout->rows) view->first_row = view->row - layout->rows / 2;
    if (column < 0 || column >= layout->columns)
        view->first_column = view->column - layout->columns / 2;
}

bool large_jump_to(App *app, int64_t row, int64_t column)
{
    LargeView *view = &app->large;
    LargeLayout layout = layout_now(app);
    int64_t old_row = view->row, old_column = view->column;
    view->row = within(row, view->matrix.rows);
    view->column = within(column, view->matrix.columns);
    center(view, &layout);
    hold_window(app);
    return view->row != old_row || view->column != old_column;
}

// By places of the screen: cells, or blocks where the whole matrix is shown. A page moves the
// window, and the cell with it.
bool large_move(App *app, int move)
{
    LargeView *view = &app->large;
    LargeLayout layout = layout_now(app);
    bool page = move == MOVE_PAGE_UP || move == MOVE_PAGE_DOWN;
    Offset by = move_offset((Move)move, (int)(layout.rows / layout.block_rows));
    int64_t rows = by.rows * layout.block_rows;
    if (page) view->first_row = layout.first_row + rows;
    return go(app, view->row + rows, view->column + by.columns * layout.block_columns);
}

bool large_click(App *app, int number)
{
    (void)number;
    LargeLayout layout = layout_now(app);
    int row = app->pressed.row - layout.cells.row;
    int column = (app->pressed.column - layout.cells.column) / layout.cell_columns;
    go(app, layout.first_row + row * layout.block_rows,
       layout.first_column + column * layout.block_columns);
    return true;
}

bool large_click_overview(App *app, int number)
{
    (void)number;
    const Matrix *m = &app->large.matrix;
    Rect area = layout_now(app).overview;
    large_jump_to(app, (app->pressed.row - area.row) * m->rows / area.rows,
                  (app->pressed.column - area.column) * m->columns / area.columns);
    return true;
}

bool large_row_is_open(const App *app, int64_t row)
{
    const Matrix *m = &app->large.matrix;
    if (app->large.is_average) return true;
    Index at = matrix_index(m, row, m->columns - 1);
    if (!walk_is_open(app->walk, (Cell){m->entry, at})) return false;
    for (int64_t c = 0; c < m->columns && app->walk->question_count; c++) {
        if (walk_hides(app->walk, (Cell){m->entry, matrix_index(m, row, c)})) return false;
    }
    return true;
}

int64_t large_peak(const App *app, int direction)
{
    const LargeView *view = &app->large;
    const Matrix *m = &view->matrix;
    if (!large_row_is_open(app, view->row)) return -1;
    Arena scratch = {0};
    double *values = NEW_ARRAY(&scratch, double, m->columns);
    matrix_row(m, view->row, values);
    int64_t to = row_peak(values, m->columns, view->column, direction);
    arena_free(&scratch);
    return to;
}

bool large_go_to_peak(App *app, int direction)
{
    int64_t to = large_peak(app, direction);
    if (!large_row_is_open(app, app->large.row))
        app_say(app, false, "The numbers of this row are still to come.");
    return to >= 0 && large_jump_to(app, app->large.row, to);
}

// ---- zoom and slices ----------------------------------------------------------------------------

static bool zoom_to(App *app, LargeZoom zoom)
{
    LargeView *view = &app->large;
    if (zoom == ZOOM_ALL && view->zoom != ZOOM_ALL) view->before_all = view->zoom;
    view->zoom = zoom;
    LargeLayout layout = layout_now(app);
    view->first_row = view->row - layout.rows / 2; // with what is around it
    view->first_column = view->column - layout.columns / 2;
    hold_window(app);
    return true;
}

// A character for each cell is all there is to see where none is left out.
bool large_zoom_out(App *app)
{
    const Matrix *m = &app->large.matrix;
    LargeLayout layout = layout_now(app);
    bool all_seen = layout.rows == m->rows && layout.columns == m->columns;
    if (app->large.zoom == ZOOM_ALL || (app->large.zoom == ZOOM_NARROW && all_seen)) return false;
    return zoom_to(app, app->large.zoom + 1);
}

bool large_zoom_in(App *app)
{
    return app->large.zoom > ZOOM_NUMBERS && zoom_to(app, app->large.zoom - 1);
}

bool large_toggle_all(App *app)
{
    return zoom_to(app, app->large.zoom == ZOOM_ALL ? app->large.before_all : ZOOM_ALL);
}

static void show_slice(App *app, Index through)
{
    LargeView *view = &app->large;
    view->matrix = matrix_through(app->walk->trace, view->matrix.entry, through);
    view->blocks = blocks_of(&view->matrix, MOST_BLOCKS, &view->arena);
}

// The same place of another slice: heads, layers of a batch.
bool large_move_slice(App *app, int by)
{
    const LargeView *view = &app->large;
    Index at = matrix_index(&view->matrix, view->row, view->column);
    if (!index_move_slice(&view->matrix.tensor->shape, &at, by)) return false;
    show_slice(app, at);
    return true;
}

bool large_show(App *app, Cell cell)
{
    const LargeView *view = &app->large;
    if (view->is_average || cell.entry != view->matrix.entry) return false;
    show_slice(app, cell.at);
    const Matrix *m = &view->matrix;
    large_jump_to(app, m->row_dim < 0 ? 0 : cell.at.at[m->row_dim],
                  m->column_dim < 0 ? 0 : cell.at.at[m->column_dim]);
    return true;
}
