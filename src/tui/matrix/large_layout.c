// Where the large view shows what: labels, the window of cells, the overview beside it.
#include "tui/matrix/large.h"

#include "base/utf8.h"
#include "tui/app.h"

enum {
    TOP = 2,    // the rule, the labels of the columns
    BOTTOM = 3, // what is known of the cell, of the window; the keys
    MOST_LABEL = 12,
    MEASURED_LABELS = 64,
    NUMBER_COLUMNS = 8,
    SIDE = 4, // " label >|"
    OVERVIEW_FROM_COLUMNS = 80,
    LEAST_OVERVIEW = 16,
    MOST_OVERVIEW = 40,
};

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

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

// The overview has no more places than the matrix has cells, and room for its title.
static Rect overview_area(const App *app, const LargeView *view, const LargeLayout *made)
{
    const Matrix *m = &view->matrix;
    int columns = app->columns - 2 - made->label_columns - SIDE, room = app->rows - TOP - BOTTOM;
    bool all_seen = m->rows <= room && m->columns <= columns / made->cell_columns;
    if (view->zoom == ZOOM_ALL || all_seen || app->columns < OVERVIEW_FROM_COLUMNS)
        return (Rect){0};
    int width = app->columns / 4;
    width = width < LEAST_OVERVIEW ? LEAST_OVERVIEW : width > MOST_OVERVIEW ? MOST_OVERVIEW : width;
    int height = (int)least(width / 2, least(room - 2, m->rows));
    if (2 * m->columns < width) width = (int)(m->columns > 6 ? 2 * m->columns : 12);
    if (height < 1) return (Rect){0};
    return (Rect){app->columns - width - 2, TOP + 1, width, height};
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
    int right = made.overview.rows > 0 ? made.overview.column - 3 : app->columns - 2;
    int rows = app->rows - TOP - BOTTOM, columns = (right - left) / made.cell_columns;
    place_window(&made, view, columns > 1 ? columns : 1, rows > 1 ? rows : 1);
    made.cells = (Rect){left, TOP, (int)parts(made.columns, made.block_columns) * made.cell_columns,
                        (int)parts(made.rows, made.block_rows)};
    made.labels = (Rect){left, TOP - 1, right - left, 1};
    return made;
}
