// The state of the large view and what its keys do to it.
#include "tui/matrix/large.h"

#include "base/utf8.h"
#include "tui/app.h"
#include "walk/matrix_row.h"

enum {
    TOP = 2,    // the rule, the labels of the columns
    BOTTOM = 3, // what is known of the cell, of the window; the keys
    MOST_BLOCKS = 256,
    MOST_LABEL = 12,
    MEASURED_LABELS = 64,
    NUMBER_COLUMNS = 8,
    SIDE = 4, // " label >|"
    OVERVIEW_FROM_COLUMNS = 80,
    LEAST_OVERVIEW = 16, // columns inside its frame
    MOST_OVERVIEW = 40,
};

// ---- where everything stands --------------------------------------------------------------------

const char *large_label(const DimLabels *labels, int64_t at, Arena *arena)
{
    const char *label = dim_label(labels, at, arena);
    return *label ? label : text_printf(arena, "%lld", (long long)at);
}

// Of the widest label; of many only the first and the last are looked at.
static int label_columns(const LargeView *view, Arena *arena)
{
    int widest = 1;
    int64_t rows = view->matrix.rows;
    for (int64_t i = 0; i < rows && i < MEASURED_LABELS; i++) {
        int64_t at = i == 0 ? rows - 1 : i - 1;
        int width = utf8_width(str_from(large_label(&view->row_labels, at, arena)));
        if (width > widest) widest = width;
    }
    return widest < MOST_LABEL ? widest : MOST_LABEL;
}

static Rect overview_area(const App *app, const LargeView *view, const LargeLayout *made)
{
    int inside = app->columns / 4, room = app->rows - TOP - BOTTOM;
    if (inside < LEAST_OVERVIEW) inside = LEAST_OVERVIEW;
    if (inside > MOST_OVERVIEW) inside = MOST_OVERVIEW;
    const Matrix *m = &view->matrix;
    int columns = app->columns - 2 - made->label_columns - SIDE;
    bool all_seen = m->rows <= room && m->columns <= columns / made->cell_columns;
    if (view->zoom == ZOOM_ALL || all_seen || app->columns < OVERVIEW_FROM_COLUMNS)
        return (Rect){0};
    int rows = inside / 2 + 2;
    return (Rect){app->columns - inside - 3, TOP, inside + 2, rows < room ? rows : room};
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// The window of `room` cells nearest to where it was that has `at` in it.
static int64_t first_shown(int64_t first, int64_t at, int64_t room, int64_t size)
{
    if (first > at) first = at;
    if (at - first >= room) first = at - room + 1;
    if (first + room > size) first = size - room;
    return first > 0 ? first : 0;
}

static int64_t parts(int64_t size, int64_t part)
{
    return (size + part - 1) / part;
}

// Cells of a block, so that there are places for all.
static int64_t per_place(int64_t size, int64_t places)
{
    return size <= places ? 1 : parts(size, places);
}

// Which cells the `columns` x `rows` places show.
static void place_window(LargeLayout *made, const LargeView *view, int64_t columns, int64_t rows)
{
    const Matrix *m = &view->matrix;
    if (view->zoom == ZOOM_ALL) {
        made->block_rows = per_place(m->rows, rows);
        made->block_columns = per_place(m->columns, columns);
        made->rows = m->rows;
        made->columns = m->columns;
        return;
    }
    made->rows = least(rows, m->rows);
    made->columns = least(columns, m->columns);
    made->first_row = first_shown(view->first_row, view->row, made->rows, m->rows);
    made->first_column = first_shown(view->first_column, view->column, made->columns, m->columns);
}

LargeLayout large_layout(const App *app, const LargeView *view, Arena *arena)
{
    static const int CELL[ZOOM_COUNT] = {NUMBER_COLUMNS, 2, 1, 1};
    LargeLayout made = {.cell_columns = CELL[view->zoom], .block_rows = 1, .block_columns = 1};
    made.label_columns = label_columns(view, arena);
    made.overview = overview_area(app, view, &made);
    int left = made.label_columns + SIDE;
    int right = made.overview.rows > 0 ? made.overview.column - 2 : app->columns - 2;
    int rows = app->rows - TOP - BOTTOM, columns = (right - left) / made.cell_columns;
    place_window(&made, view, columns > 1 ? columns : 1, rows > 1 ? rows : 1);
    made.cells = (Rect){left, TOP, (int)parts(made.columns, made.block_columns) * made.cell_columns,
                        (int)parts(made.rows, made.block_rows)};
    made.labels = (Rect){left, TOP - 1, right - left, 1};
    return made;
}

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
    Matrix own = walk_matrix(app->walk, cell.entry, cell.at);
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

// ---- moving -------------------------------------------------------------------------------------

// Keeps the window where drawing put it.
static void hold_window(App *app)
{
    LargeView *view = &app->large;
    if (view->zoom == ZOOM_ALL) return;
    Arena scratch = {0};
    LargeLayout layout = large_layout(app, view, &scratch);
    view->first_row = layout.first_row;
    view->first_column = layout.first_column;
    arena_free(&scratch);
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
    Arena scratch = {0};
    LargeLayout layout = large_layout(app, view, &scratch);
    arena_free(&scratch);
    int64_t old_row = view->row, old_column = view->column;
    view->row = within(row, view->matrix.rows);
    view->column = within(column, view->matrix.columns);
    center(view, &layout);
    hold_window(app);
    return view->row != old_row || view->column != old_column;
}

// By places of the screen: cells, or blocks where the whole matrix is shown.
static bool move(App *app, int64_t rows, int64_t columns)
{
    const LargeView *view = &app->large;
    Arena scratch = {0};
    LargeLayout layout = large_layout(app, view, &scratch);
    arena_free(&scratch);
    return go(app, view->row + rows * layout.block_rows,
              view->column + columns * layout.block_columns);
}

// A page moves the window, and the cell with it.
static bool move_page(App *app, int direction)
{
    LargeView *view = &app->large;
    Arena scratch = {0};
    LargeLayout layout = large_layout(app, view, &scratch);
    arena_free(&scratch);
    view->first_row = layout.first_row + direction * layout.rows;
    return go(app, view->row + direction * layout.rows, view->column);
}

bool large_left(App *app)
{
    return move(app, 0, -1);
}

bool large_right(App *app)
{
    return move(app, 0, 1);
}

bool large_up(App *app)
{
    return move(app, -1, 0);
}

bool large_down(App *app)
{
    return move(app, 1, 0);
}

bool large_page_up(App *app)
{
    return move_page(app, -1);
}

bool large_page_down(App *app)
{
    return move_page(app, 1);
}

bool large_row_start(App *app)
{
    return go(app, app->large.row, 0);
}

bool large_row_end(App *app)
{
    return go(app, app->large.row, app->large.matrix.columns);
}

bool large_first(App *app)
{
    return go(app, 0, 0);
}

bool large_last(App *app)
{
    return go(app, app->large.matrix.rows, app->large.matrix.columns);
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

static bool to_peak(App *app, int direction)
{
    const LargeView *view = &app->large;
    const Matrix *m = &view->matrix;
    Arena scratch = {0};
    double *values = NEW_ARRAY(&scratch, double, m->columns);
    matrix_row(m, view->row, values);
    int64_t to = row_peak(values, m->columns, view->column, direction);
    arena_free(&scratch);
    return to >= 0 && large_row_is_open(app, view->row) && large_jump_to(app, view->row, to);
}

bool large_next_peak(App *app)
{
    return to_peak(app, 1);
}

bool large_previous_peak(App *app)
{
    return to_peak(app, -1);
}

// ---- zoom and slices ----------------------------------------------------------------------------

static bool zoom_to(App *app, LargeZoom zoom)
{
    LargeView *view = &app->large;
    if (zoom == ZOOM_ALL && view->zoom != ZOOM_ALL) view->before_all = view->zoom;
    view->zoom = zoom;
    Arena scratch = {0};
    LargeLayout layout = large_layout(app, view, &scratch);
    arena_free(&scratch);
    view->first_row = view->row - layout.rows / 2; // with what is around it
    view->first_column = view->column - layout.columns / 2;
    hold_window(app);
    return true;
}

bool large_zoom_out(App *app)
{
    return app->large.zoom + 1 < ZOOM_COUNT && zoom_to(app, app->large.zoom + 1);
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
    view->matrix = walk_matrix(app->walk, view->matrix.entry, through);
    view->blocks = blocks_of(&view->matrix, MOST_BLOCKS, &view->arena);
}

// The same place of another slice: heads, layers of a batch.
static bool move_slice(App *app, int by)
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

bool large_next_slice(App *app)
{
    return move_slice(app, 1);
}

bool large_previous_slice(App *app)
{
    return move_slice(app, -1);
}
