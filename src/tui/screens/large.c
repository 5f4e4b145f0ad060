// A matrix over the whole screen, up to 4096 x 4096 and more: numbers, heat at two sizes, or all of
// it by blocks; frozen labels, an overview, and what is known of the selected cell. What it costs
// to draw depends on the screen, not on the matrix: only visible cells are read, and the largest
// number of each block is found once, when the matrix is opened.
#include "tui/screens/shared.h"

#include "base/text/number.h"
#include "study/attention/masked.h"
#include "study/axes/row.h"
#include "study/looks/blocks.h"
#include "study/looks/typeset.h"
#include "study/names/excerpt.h"
#include "study/names/title.h"
#include "tensor/dtype.h"
#include "trace/record/gradients.h"
#include "tui/core/screen.h"
#include "tui/parts/grid.h"
#include "walk/places/go.h"

#include <math.h>

typedef enum LargeZoom {
    ZOOM_NUMBERS, // 8 columns a cell
    ZOOM_WIDE,    // heat, 2 columns a cell
    ZOOM_NARROW,  // heat, two cells a character
    ZOOM_ALL,     // the whole matrix; each half of a character is the largest number of a block
    ZOOM_COUNT
} LargeZoom;

typedef struct LargeView {
    Matrix matrix;    // of an entry's output, or an average of heads: then it has no cells of
    bool is_average;  //   its own in the trace, and the entry only gives it its labels
    const char *name; // "weights", "average of 8 heads of weights"
    DimLabels row_labels, column_labels; // of the entry's output
    Blocks blocks;
    int64_t row, column;             // the selected cell
    int64_t first_row, first_column; // the window's corner; it moves no further than it must
    LargeZoom zoom, before_all;      // `before_all`: what Tab goes back to
    Arena arena;
} LargeView;

// Where everything is: a pure function of the screen's size and the view.
typedef struct LargeLayout {
    Rect labels, cells;
    Rect overview;                     // inside its frame; 0 rows: not shown
    int label_columns, cell_columns;   // of a row's label, of a cell
    int halves;                        // places one above the other in a character: 1, or 2
    int tall;                          // or characters one above the other in a place
    int64_t block_rows, block_columns; // cells that one place shows: 1, but in ZOOM_ALL
    int64_t first_row, first_column;   // the window
    int64_t rows, columns;             // cells in it
} LargeLayout;

SCREEN_STATE(LargeView, view_of, SCREEN_LARGE)

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

// Of the widest label; of many only the first and the last are looked at.
static int label_columns(const LargeView *view, Arena *arena)
{
    int widest = 1;
    int64_t rows = view->matrix.rows;
    for (int64_t i = 0; i < rows && i < MEASURED_LABELS; i++) {
        int64_t at = i == 0 ? rows - 1 : i - 1;
        widest = at_least(frame_columns(dim_position(&view->row_labels, at, arena)), widest);
    }
    return widest < MOST_LABEL ? widest : MOST_LABEL;
}

// The overview has no more places than the matrix has cells, and room for its title.
static Rect overview_area(const App *app, const LargeView *view, const LargeLayout *made)
{
    const Matrix *m = &view->matrix;
    int columns = app->columns - 2 - made->label_columns - SIDE, room = app->rows - TOP - BOTTOM;
    bool all_seen = m->rows <= room * made->halves && m->columns <= columns / made->cell_columns;
    if (view->zoom == ZOOM_ALL || all_seen || app->columns < OVERVIEW_FROM_COLUMNS)
        return (Rect){0};
    int width = within(app->columns / 4, LEAST_OVERVIEW, MOST_OVERVIEW);
    int height = at_most(width / 2, m->rows < room - 2 ? (int)m->rows : room - 2);
    if (2 * m->columns < width) width = (int)(m->columns > 6 ? 2 * m->columns : 12);
    if (height < 1) return (Rect){0};
    return (Rect){app->columns - width - 2, TOP + 1, width, height};
}

static int64_t parts(int64_t size, int64_t part)
{
    return (size + part - 1) / part;
}

// Which cells the `columns` x `rows` places show.
static void place_window(LargeLayout *made, const LargeView *view, int64_t columns, int64_t rows)
{
    const Matrix *m = &view->matrix;
    if (view->zoom == ZOOM_ALL) {
        made->block_rows = parts(m->rows, rows);
        made->block_columns = parts(m->columns, columns);
        made->rows = m->rows;
        made->columns = m->columns;
        return;
    }
    Span64 down = excerpt_scrolled(m->rows, rows, view->row, view->first_row);
    Span64 across = excerpt_scrolled(m->columns, columns, view->column, view->first_column);
    made->first_row = down.first;
    made->rows = down.count;
    made->first_column = across.first;
    made->columns = across.count;
}

// Numbers of a small matrix are in cells as large as there is room for.
static void enlarge(LargeLayout *made, const Matrix *m, int columns, int rows)
{
    static const struct {
        int rows, columns;
    } SIZES[] = {{5, 14}, {3, NUMBER_COLUMNS}};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES && made->tall == 1; i++) {
        if (m->rows * SIZES[i].rows > rows || m->columns * SIZES[i].columns > columns) continue;
        made->tall = SIZES[i].rows;
        made->cell_columns = SIZES[i].columns;
    }
}

static LargeLayout layout_of(const App *app, const LargeView *view, Arena *arena)
{
    static const int CELL[ZOOM_COUNT] = {NUMBER_COLUMNS, 2, 1, 1}, HALVES[] = {1, 1, 2, 2};
    LargeLayout made = {.cell_columns = CELL[view->zoom],
                        .halves = HALVES[view->zoom],
                        .tall = 1,
                        .block_rows = 1,
                        .block_columns = 1};
    made.label_columns = label_columns(view, arena);
    made.overview = overview_area(app, view, &made);
    int left = made.label_columns + SIDE;
    int right = made.overview.rows > 0 ? made.overview.column - 3 : app->columns - 2;
    int rows = app->rows - TOP - BOTTOM;
    if (view->zoom == ZOOM_NUMBERS) enlarge(&made, &view->matrix, right - left, rows);
    int columns = (right - left) / made.cell_columns;
    place_window(&made, view, columns > 1 ? columns : 1, (rows > 1 ? rows : 1) * made.halves);
    made.cells = (Rect){left, TOP, (int)parts(made.columns, made.block_columns) * made.cell_columns,
                        (int)parts(made.rows, made.block_rows * made.halves) * made.tall};
    made.labels = (Rect){left, TOP - 1, right - left, 1};
    return made;
}

enum { MOST_BLOCKS = 256 };

// ---- opening and leaving ------------------------------------------------------------------------

// The closest that shows all of it.
static LargeZoom fitting_zoom(const App *app, LargeView view)
{
    for (view.zoom = ZOOM_NUMBERS; view.zoom < ZOOM_ALL; view.zoom++) {
        LargeLayout layout = layout_of(app, &view, app->scratch);
        if (layout.rows == view.matrix.rows && layout.columns == view.matrix.columns) break;
    }
    return view.zoom;
}

// Of the entry number `picture` - 1, or, where that is 0, of the matrix at hand or an average with
// the labels of its entry.
static bool open(App *app, int picture)
{
    Subject subject = app_subject(app, app->scratch);
    if (picture)
        subject = (Subject){.cell = {.entry = picture - 1},
                            .name = tensor_title(app->walk->trace, picture - 1, app->scratch)};
    LargeView *view = view_of(app);
    int entry = subject.cell.entry;
    if (entry < 0 || tensor_count(app->walk->trace->entries[entry].call.output) == 0) return false;
    if (app_top(app) == SCREEN_WALK && walk_compute_for_view(app->walk, subject.cell))
        subject = app_subject(app, app->scratch);
    const Trace *trace = app->walk->trace;
    LargeZoom zoom = view->zoom == ZOOM_ALL ? view->before_all : view->zoom;
    arena_free(&view->arena);
    Matrix own = matrix_shown(trace, entry, subject.cell.at);
    *view = (LargeView){.is_average = subject.average != NULL,
                        .matrix = own,
                        .row_labels = dim_labels(trace, entry, own.row_dim),
                        .column_labels = dim_labels(trace, entry, own.column_dim),
                        .zoom = zoom,
                        .before_all = zoom};
    if (subject.average) view->matrix = matrix_shown_of(trace, subject.average, entry, (Index){0});
    view->name = str_copy(&view->arena, str_from(subject.name));
    view->row = subject.whole ? 0 : matrix_row_of(&own, subject.cell.at);
    view->column = subject.whole ? 0 : matrix_column_of(&own, subject.cell.at);
    view->blocks = blocks_of(&view->matrix, MOST_BLOCKS, &view->arena);
    if (picture) view->zoom = fitting_zoom(app, *view);
    return true;
}

static Cell cell_of(const App *app)
{
    const LargeView *view = view_of(app);
    return (Cell){view->matrix.entry, matrix_index(&view->matrix, view->row, view->column)};
}

static Subject subject(const App *app, Arena *arena UNUSED)
{
    const LargeView *view = view_of(app);
    return (Subject){.cell = cell_of(app),
                     .average = view->is_average ? view->matrix.tensor : NULL,
                     .name = view->name,
                     .figure = "heatmap"};
}

// The cell that was selected here stays selected where that matrix is shown.
static bool leave(App *app, int by UNUSED)
{
    Cell cell = cell_of(app);
    bool is_average = view_of(app)->is_average;
    app_leave(app);
    if (app_top(app) == SCREEN_WALK && !is_average) walk_select(app->walk, cell);
    return true;
}

// To the cell's arithmetic.
static bool to_walk(App *app, int by UNUSED)
{
    if (view_of(app)->is_average) return false;
    app_go_home(app);
    return walk_visit_cell(app->walk, cell_of(app));
}

// ---- moving -------------------------------------------------------------------------------------

static LargeLayout layout_now(const App *app)
{
    return layout_of(app, view_of(app), app->scratch);
}

// Keeps the window where drawing put it.
static void hold_window(App *app)
{
    LargeView *view = view_of(app);
    if (view->zoom == ZOOM_ALL) return;
    LargeLayout layout = layout_now(app);
    view->first_row = layout.first_row;
    view->first_column = layout.first_column;
}

static int64_t inside(int64_t value, int64_t size)
{
    return value < 0 ? 0 : value >= size ? size - 1 : value;
}

static bool go(App *app, int64_t row, int64_t column)
{
    LargeView *view = view_of(app);
    row = inside(row, view->matrix.rows);
    column = inside(column, view->matrix.columns);
    bool moved = row != view->row || column != view->column;
    view->row = row;
    view->column = column;
    hold_window(app);
    return moved;
}

// What the window does not show comes to its middle.
bool large_jump_to(App *app, int64_t row, int64_t column)
{
    LargeView *view = view_of(app);
    LargeLayout layout = layout_now(app);
    int64_t far_row = row - layout.first_row, far_column = column - layout.first_column;
    if (far_row < 0 || far_row >= layout.rows) view->first_row = row - layout.rows / 2;
    if (far_column < 0 || far_column >= layout.columns)
        view->first_column = column - layout.columns / 2;
    return go(app, row, column);
}

static bool pick_cell(App *app, int place UNUSED, int row, int column)
{
    return large_jump_to(app, row, column);
}

// By places of the screen: cells, or blocks where the whole matrix is shown. A page moves the
// window, and the cell with it.
static bool move(App *app, int to)
{
    LargeView *view = view_of(app);
    LargeLayout layout = layout_now(app);
    bool page = to == MOVE_PAGE_UP || to == MOVE_PAGE_DOWN;
    Offset by = move_offset((Move)to, (int)(layout.rows / layout.block_rows));
    int64_t rows = by.rows * layout.block_rows;
    if (page) view->first_row = layout.first_row + rows;
    return go(app, view->row + rows, view->column + by.columns * layout.block_columns);
}

static bool click(App *app, int number UNUSED)
{
    LargeLayout layout = layout_now(app);
    int row = (app->pressed.row - layout.cells.row) * layout.halves / layout.tall;
    int column = (app->pressed.column - layout.cells.column) / layout.cell_columns;
    go(app, layout.first_row + row * layout.block_rows,
       layout.first_column + column * layout.block_columns);
    return true;
}

static bool click_overview(App *app, int number UNUSED)
{
    const Matrix *m = &view_of(app)->matrix;
    Rect area = layout_now(app).overview;
    large_jump_to(app, (app->pressed.row - area.row) * m->rows / area.rows,
                  (app->pressed.column - area.column) * m->columns / area.columns);
    return true;
}

// Are all numbers of the row computed, and none of them a question?
static bool row_is_open(const App *app, int64_t row)
{
    if (view_of(app)->is_average) return true;
    return walk_row_seen(app->walk, &view_of(app)->matrix, row) == SEEN;
}

// The next peak of the selected row to the right (1) or left (-1): its column, or -1.
static int64_t peak(const App *app, int direction)
{
    const LargeView *view = view_of(app);
    const Matrix *m = &view->matrix;
    if (!row_is_open(app, view->row)) return -1;
    double *values = NEW_ARRAY(app->scratch, double, m->columns);
    matrix_row(m, view->row, values);
    return row_peak(values, m->columns, view->column, direction);
}

static bool go_to_peak(App *app, int direction)
{
    int64_t to = peak(app, direction);
    if (!row_is_open(app, view_of(app)->row))
        app_say(app, false, "The numbers of this row are still to come.");
    return to >= 0 && large_jump_to(app, view_of(app)->row, to);
}

LargePlace large_place(const App *app)
{
    const LargeView *view = view_of(app);
    return (LargePlace){view->matrix, view->row_labels, view->column_labels, view->row,
                        view->column};
}

// ---- zoom and slices ----------------------------------------------------------------------------

static bool zoom_to(App *app, LargeZoom zoom)
{
    LargeView *view = view_of(app);
    if (zoom == ZOOM_ALL && view->zoom != ZOOM_ALL) view->before_all = view->zoom;
    view->zoom = zoom;
    LargeLayout layout = layout_now(app);
    view->first_row = view->row - layout.rows / 2; // with what is around it
    view->first_column = view->column - layout.columns / 2;
    hold_window(app);
    return true;
}

// A character for each cell is all there is to see where none is left out.
static bool zoom_out(App *app, int by UNUSED)
{
    const Matrix *m = &view_of(app)->matrix;
    LargeLayout layout = layout_now(app);
    bool all_seen = layout.rows == m->rows && layout.columns == m->columns;
    if (view_of(app)->zoom == ZOOM_ALL || (view_of(app)->zoom == ZOOM_NARROW && all_seen))
        return false;
    return zoom_to(app, view_of(app)->zoom + 1);
}

static bool zoom_in(App *app, int by UNUSED)
{
    return view_of(app)->zoom > ZOOM_NUMBERS && zoom_to(app, view_of(app)->zoom - 1);
}

static bool toggle_all(App *app, int by UNUSED)
{
    return zoom_to(app, view_of(app)->zoom == ZOOM_ALL ? view_of(app)->before_all : ZOOM_ALL);
}

static void show_slice(App *app, Index through)
{
    LargeView *view = view_of(app);
    view->matrix = matrix_shown(app->walk->trace, view->matrix.entry, through);
    view->blocks = blocks_of(&view->matrix, MOST_BLOCKS, &view->arena);
}

// The same place of another slice: heads, layers of a batch.
static bool move_slice(App *app, int by)
{
    const LargeView *view = view_of(app);
    Index at = matrix_index(&view->matrix, view->row, view->column);
    if (!index_move_slice(&view->matrix.tensor->shape, &at, by)) return false;
    show_slice(app, at);
    return true;
}

bool large_show(App *app, Cell cell)
{
    const LargeView *view = view_of(app);
    if (view->is_average || cell.entry != view->matrix.entry) return false;
    show_slice(app, cell.at);
    large_jump_to(app, matrix_row_of(&view->matrix, cell.at),
                  matrix_column_of(&view->matrix, cell.at));
    return true;
}

// ---- keys ---------------------------------------------------------------------------------------

static bool slices_large(const App *app)
{
    return !view_of(app)->is_average && view_of(app)->matrix.tensor->shape.ndim > 2;
}

static bool has_peaks(const App *app)
{
    return peak(app, 1) >= 0 || peak(app, -1) >= 0;
}

static bool is_no_average(const App *app)
{
    return !view_of(app)->is_average;
}

static const char edge[] = "That is the edge of this matrix.";

static const Action actions[] = {
    {"Space", "a page down", edge, .run = screen_move, .by = MOVE_PAGE_DOWN, .hint = "PgDn:page",
     .rank = 7},
    {"}", "next peak of the row: a number that stands out",
     "There is no peak further right in this row.", .run = go_to_peak, .by = 1, .hint = "{ }:peak",
     .rank = 3, .when = has_peaks},
    {"{", "the peak before", "There is no peak further left in this row.", .run = go_to_peak,
     .by = -1},
    {"z", "zoom out: numbers, heat, smaller, the whole matrix", "This is the whole matrix.",
     .run = zoom_out, .hint = "z Z:zoom", .rank = 2},
    {"Z", "closer", "These are the numbers.", .run = zoom_in},
    {"Tab", "overview: the largest number of each block, and back", .run = toggle_all,
     .hint = "Tab:all", .rank = 4},
    {"g", "go to a row and a column: 537,12, or their labels", .opens = SCREEN_PROMPT,
     .by = PROMPT_GO, .hint = "g:go to", .rank = 1},
    {"Enter", "the cell in the lesson, with its arithmetic",
     "An average of heads has no arithmetic here.", .run = to_walk, .hint = "Enter:how", .rank = 5,
     .when = is_no_average},
    {"]", "the next slice of a tensor with more than two dimensions",
     "There are no more slices in that direction.", .run = move_slice, .by = 1, .hint = "[ ]:slice",
     .rank = 5, .when = slices_large},
    {"[", "the slice before", "There are no more slices in that direction.", .run = move_slice,
     .by = -1},
    {"q Esc Backspace", "back to where it was opened", .run = leave, .hint = "q:back"},
};

// ---- the overview -------------------------------------------------------------------------------

// All of it in a small frame; in brackets what the window shows.

// "[ ]" around what the window shows; at least two columns, so that it can be seen.
static void draw_window(Canvas *canvas, const LargeLayout *layout)
{
    const Matrix *m = &view_of(canvas->app)->matrix;
    Rect area = layout->overview;
    int64_t last_row = layout->first_row + layout->rows - 1;
    int64_t last_column = layout->first_column + layout->columns - 1;
    int top = picture_place(layout->first_row, m->rows, area.rows);
    int bottom = picture_place(last_row, m->rows, area.rows);
    int left = picture_place(layout->first_column, m->columns, area.columns);
    int right = picture_place(last_column, m->columns, area.columns);
    if (right == left && right + 1 < area.columns) right++;
    if (right == left && left > 0) left--;
    Style bold = {.attributes = ATTR_BOLD, .ground = GROUND_SELECTED};
    for (int row = area.row + top; row <= area.row + bottom; row++) {
        frame_text(canvas->frame, area, area.column + left, row, bold, STR("["));
        frame_text(canvas->frame, area, area.column + right, row, bold, STR("]"));
    }
}

static void draw_overview(Canvas *canvas, const LargeLayout *layout, bool all_seen, HeatScale scale)
{
    Rect area = layout->overview;
    Rect frame = {area.column - 1, area.row - 1, area.columns + 2, area.rows + 2};
    canvas_box(canvas, frame, frame, FAINT);
    frame_text(canvas->frame, frame, frame.column + 2, frame.row, QUIET, STR(" overview "));
    if (!all_seen) return;
    picture_draw(canvas, &view_of(canvas->app)->blocks, scale, layout->overview);
    draw_window(canvas, layout);
    canvas_click(canvas, layout->overview, click_overview, 0);
}

// ---- drawing ------------------------------------------------------------------------------------

enum { NUMBER_WIDTH = NUMBER_COLUMNS - 2 };

typedef struct LargeDrawing {
    Canvas *canvas;
    const LargeView *view;
    LargeLayout layout;
    bool are_shares;
    HeatScale scale;
    int decimals;   // of numbers
    double largest; // of them
    Sight sight;
    bool all_seen;
} LargeDrawing;

static double largest_of(const Blocks *blocks)
{
    return fmax(fabs(blocks->low), fabs(blocks->high));
}

// As many decimals as the largest number leaves room for.
static int decimals_of(const LargeDrawing *d)
{
    const Blocks *blocks = &d->view->blocks;
    if (!dtype_is_float(d->view->matrix.tensor->dtype) || blocks->whole) return 0;
    double far = largest_of(blocks);
    int before = far >= 10 ? (int)floor(log10(far)) + 1 : 1;
    int room = NUMBER_WIDTH - before - 1 - (blocks->low < 0), asked = d->canvas->walk->view.digits;
    if (room < 0) room = 0;
    return room < asked ? room : asked;
}

static LargeDrawing drawing_of(Canvas *canvas)
{
    const LargeView *view = view_of(canvas->app);
    LargeDrawing d = {.canvas = canvas, .view = view};
    d.layout = layout_of(canvas->app, view, canvas->arena);
    d.are_shares = matrix_holds_shares(canvas->walk->trace, &view->matrix);
    d.scale = gradient_at(canvas->walk->trace, view->matrix.entry)
                  ? heat_scale_of_gradient(view->blocks.low, view->blocks.high)
                  : heat_scale_of_picture(d.are_shares, view->blocks.low, view->blocks.high);
    d.decimals = decimals_of(&d);
    d.largest = largest_of(&view->blocks);
    if (!view->is_average) d.sight = walk_sight(canvas->walk);
    d.all_seen = sight_of_all(&d.sight, canvas->walk->trace, view->matrix.entry);
    return d;
}

// ---- cells --------------------------------------------------------------------------------------

static Seen state_of(const LargeDrawing *d, Index at)
{
    if (d->all_seen) return SEEN;
    bool is_block = d->layout.block_rows > 1 || d->layout.block_columns > 1;
    return is_block ? TO_COME : sight_of(&d->sight, (Cell){d->view->matrix.entry, at});
}

static bool is_selected(const LargeDrawing *d, int64_t row, int64_t column)
{
    const LargeLayout *layout = &d->layout;
    return row / layout->block_rows == d->view->row / layout->block_rows &&
           column / layout->block_columns == d->view->column / layout->block_columns;
}

static Style heat_style(const LargeDrawing *d, double value, bool selected)
{
    if (selected) return (Style){.ground = GROUND_SELECTED};
    return isfinite(value) ? style_of_heat(value, d->scale.low, d->scale.high) : PLAIN;
}

static bool has_heat(const LargeDrawing *d)
{
    return d->view->zoom != ZOOM_NUMBERS || heat_is_shown(d->canvas->walk, d->are_shares);
}

static void draw_number(const LargeDrawing *d, int column, int row, Index at, bool selected)
{
    Seen state = state_of(d, at);
    Buf number = {.arena = d->canvas->arena};
    const Tensor *tensor = d->view->matrix.tensor;
    if (state == SEEN && tensor_get(tensor, at) == 0)
        buf_add_char(&number, '0'); // a mask shows its shape
    else if (state == SEEN)
        number_cell(&number, tensor, at, d->decimals, d->largest, NUMBER_WIDTH);
    else
        buf_add_char(&number, state == HIDDEN ? '?' : '.');
    const char *text =
        number.n > NUMBER_WIDTH ? "######" : typeset(d->canvas->arena, buf_text(&number));
    int blanks = NUMBER_WIDTH - frame_columns(text), wide = d->layout.cell_columns;
    double heat = has_heat(d) && state == SEEN ? tensor_get(tensor, at) : (double)NAN;
    Style style = heat_style(d, heat, selected), around = heat_style(d, heat, false), mark = style;
    mark.attributes |= ATTR_MARK;
    Frame *frame = d->canvas->frame;
    Rect cells = d->layout.cells;
    for (int i = 0; i < d->layout.tall; i++)
        frame_printf(frame, cells, column, row - d->layout.tall / 2 + i, around, "%*s", wide, "");
    column += (wide - NUMBER_COLUMNS) / 2;
    column = frame_text(frame, cells, column, row, mark, selected ? STR("<") : STR(" "));
    column = frame_printf(frame, cells, column, row, style, "%*s%s", blanks, "", text);
    frame_text(frame, cells, column, row, mark, selected ? STR(">") : STR(" "));
}

// Of a block its largest number, of a cell its own.
static double value_at(const LargeDrawing *d, int64_t row, int64_t column, Index at)
{
    const LargeLayout *layout = &d->layout;
    const LargeView *view = d->view;
    if (layout->block_rows == 1 && layout->block_columns == 1)
        return tensor_get(view->matrix.tensor, at);
    int64_t row_end = row + layout->block_rows, column_end = column + layout->block_columns;
    if (row_end > view->matrix.rows) row_end = view->matrix.rows;
    if (column_end > view->matrix.columns) column_end = view->matrix.columns;
    double most = blocks_most(&view->blocks, row, row_end, column, column_end);
    return isnan(most) ? -HUGE_VAL : most;
}

// A place of the picture: its letter, and its colour, which a mark gives way to.
typedef struct CellHeat {
    double value; // -inf: none
    char letter;
    Style style;
} CellHeat;

static CellHeat shown_at(const LargeDrawing *d, int64_t r, int64_t c)
{
    if (r >= d->view->matrix.rows) return (CellHeat){-HUGE_VAL, ' ', {0}};
    Index at = matrix_index(&d->view->matrix, r, c);
    Seen state = state_of(d, at);
    CellHeat shown = {.value = state == SEEN ? value_at(d, r, c, at) : -HUGE_VAL};
    shown.letter =
        state == HIDDEN ? '?' : theme_heat_ramp(shown.value, d->scale.low, d->scale.high);
    shown.style = heat_style(d, shown.value, is_selected(d, r, c));
    shown.style.attributes = state == HIDDEN ? 0 : ATTR_MARK;
    return shown;
}

static void draw_heat(const LargeDrawing *d, int column, int row, int64_t r, int64_t c)
{
    CellHeat shown = shown_at(d, r, c);
    if (d->layout.halves == 2) {
        CellHeat below = shown_at(d, r + d->layout.block_rows, c);
        bool is_below = below.letter == '?' || (shown.letter != '?' && below.value > shown.value);
        Style both = style_of_halves(shown.style, below.style);
        shown.letter = is_below ? below.letter : shown.letter;
        shown.style = shown.letter == '?' ? (is_below ? below.style : shown.style) : both;
    }
    char text[2] = {shown.letter, shown.letter};
    frame_text(d->canvas->frame, d->layout.cells, column, row, shown.style,
               (Str){text, d->layout.cell_columns});
}

static void draw_row(const LargeDrawing *d, int line)
{
    const LargeLayout *layout = &d->layout;
    const LargeView *view = d->view;
    Canvas *canvas = d->canvas;
    int64_t high = layout->block_rows * layout->halves, r = layout->first_row + line * high;
    int row = layout->cells.row + line * layout->tall + layout->tall / 2;
    int column = layout->cells.column;
    bool here = view->row >= r && view->row < r + high;
    int64_t named = here ? view->row : r; // of the selected block the row that is selected
    Rect whole = {0, 0, canvas->app->columns, canvas->app->rows};
    const char *label = dim_position(&view->row_labels, named, canvas->arena);
    label = canvas_fit_text(canvas->arena, str_from(label), layout->label_columns);
    Style style = {.ink = ink_of_role(role_of(canvas->walk->trace, view->matrix.entry)),
                   .attributes = here ? ATTR_BOLD : 0};
    frame_text(canvas->frame, whole, 1, row, style, str_from(label));
    int right = column + (int)parts(layout->columns, layout->block_columns) * layout->cell_columns;
    for (int i = 0; i < layout->tall; i++) {
        int at = row - layout->tall / 2 + i;
        frame_text(canvas->frame, whole, column - 2, at, PLAIN,
                   here && at == row ? STR(">|") : STR(" |"));
        frame_text(canvas->frame, whole, right, at, FAINT, STR("│"));
    }
    for (int64_t c = layout->first_column; c < layout->first_column + layout->columns;
         c += layout->block_columns) {
        bool selected = here && is_selected(d, view->row, c);
        if (view->zoom == ZOOM_NUMBERS)
            draw_number(d, column, row, matrix_index(&view->matrix, r, c), selected);
        else
            draw_heat(d, column, row, r, c);
        if (selected) canvas_cursor(canvas, column, row);
        column += layout->cell_columns;
    }
}

// ---- labels of the columns ----------------------------------------------------------------------

static int draw_column_label(const LargeDrawing *d, int64_t c, bool selected, int *start)
{
    const LargeLayout *layout = &d->layout;
    Canvas *canvas = d->canvas;
    const char *label = dim_position(&d->view->column_labels, c, canvas->arena);
    bool numbers = d->view->zoom == ZOOM_NUMBERS;
    label = canvas_fit_text(canvas->arena, str_from(label),
                            numbers ? NUMBER_WIDTH : layout->labels.columns);
    int64_t place = (c - layout->first_column) / layout->block_columns;
    int width = frame_columns(label);
    *start = layout->labels.column + (int)place * layout->cell_columns;
    if (numbers) *start += (layout->cell_columns + NUMBER_WIDTH) / 2 - width;
    int last = layout->labels.column + layout->labels.columns - width;
    if (*start > last) *start = last; // at the edge it moves inwards
    Style style = {.ink = ink_of_role(role_of(canvas->walk->trace, d->view->matrix.entry)),
                   .attributes = selected ? ATTR_BOLD | ATTR_UNDERLINE : 0};
    return frame_text(canvas->frame, layout->labels, *start, layout->labels.row, style,
                      str_from(label));
}

// Every 5th, 10th, … place gets a label; that of the selected column is always there, and those
// that would touch it give way.
static void draw_column_labels(const LargeDrawing *d)
{
    static const int STEPS[] = {1, 5, 10, 20, 50, 100};
    const LargeLayout *layout = &d->layout;
    Canvas *canvas = d->canvas;
    const char *last =
        dim_position(&d->view->column_labels, d->view->matrix.columns - 1, canvas->arena);
    int need = frame_columns(last) + 2, step = 1;
    for (int i = 0; i < 6 && STEPS[i] * layout->cell_columns < need; i++) step = STEPS[i + (i < 5)];
    if (d->view->zoom == ZOOM_NUMBERS) step = 1;
    int64_t stride = step * layout->block_columns;
    int start, from, end = draw_column_label(d, d->view->column, true, &from);
    int64_t first = (layout->first_column + stride - 1) / stride * stride;
    for (int64_t c = first; c < layout->first_column + layout->columns; c += stride) {
        if (c == d->view->column) continue;
        int64_t place = (c - layout->first_column) / layout->block_columns;
        start = layout->labels.column + (int)place * layout->cell_columns;
        bool touches = start < end + 1 && start + need > from;
        bool fits = start + need - 2 <= layout->labels.column + layout->labels.columns;
        if (d->view->zoom == ZOOM_NUMBERS || (!touches && fits))
            draw_column_label(d, c, false, &start);
    }
}

// ---- what is known ------------------------------------------------------------------------------

static void write_number(const LargeDrawing *d, double value, Buf *out)
{
    Buf number = {.arena = d->canvas->arena};
    number_human(&number, value, d->canvas->walk->view.digits);
    buf_add(out, str_from(app_typeset(d->canvas->app, buf_text(&number), d->canvas->arena)));
}

static void write_cell(const LargeDrawing *d, Buf *out, Index at, Seen state)
{
    const LargeView *view = d->view;
    Cell cell = {view->matrix.entry, at};
    if (view->is_average)
        buf_printf(out, "average[%lld,%lld]", (long long)view->row, (long long)view->column);
    else
        buf_add(out, str_from(cell_name(d->canvas->walk->trace, cell, d->canvas->arena)));
    if (state == HIDDEN) buf_add(out, STR("=?  yours to predict"));
    if (state == TO_COME) buf_add(out, STR("  not computed yet"));
    if (state != SEEN) return;
    buf_add_char(out, '=');
    write_number(d, tensor_get(view->matrix.tensor, at), out);
}

static void write_count(Buf *out, int64_t count, const char *what)
{
    if (count) buf_printf(out, "  %lld %s", (long long)count, what);
}

// Zeros of weights that attention may not look at.
static int64_t hidden_zeros(const LargeDrawing *d, const Matrix *m, int64_t row)
{
    Masked masks = masked_of(d->canvas->walk->trace, m, d->canvas->arena);
    int64_t count = 0;
    for (int64_t column = 0; column < m->columns && masks.after_softmax; column++)
        count += masked_at(&masks, m, row, column);
    return count;
}

static void write_row_facts(const LargeDrawing *d, Buf *out)
{
    const Matrix made = matrix_as_made(&d->view->matrix), *m = &made;
    const LargeView *view = d->view;
    bool turned = matrix_is_turned(&view->matrix);
    double *values = NEW_ARRAY(d->canvas->arena, double, m->columns);
    int64_t row = turned ? view->column : view->row;
    matrix_row(m, row, values);
    RowFacts facts = row_facts(values, m->columns, turned ? view->row : view->column);
    const char *line = turned ? "column" : "row";
    if (facts.rank > 0)
        buf_printf(out, "  %lld%s of %lld in its %s", (long long)facts.rank,
                   number_ordinal(facts.rank), (long long)facts.finite, line);
    if (facts.finite) {
        buf_printf(out, "  %s sum ", line);
        write_number(d, facts.sum, out);
    }
    int64_t hidden = hidden_zeros(d, m, row);
    write_count(out, facts.zeros - hidden, facts.zeros - hidden == 1 ? "is 0" : "are 0");
    write_count(out, facts.masked + hidden, "masked");
    write_count(out, facts.nans, "are nan");
    write_count(out, m->columns - facts.finite - facts.masked - facts.nans, "are inf");
}

static void draw_facts(const LargeDrawing *d, Rect line)
{
    Canvas *canvas = d->canvas;
    Index at = matrix_index(&d->view->matrix, d->view->row, d->view->column);
    Seen state = state_of(d, at);
    Buf text = {.arena = canvas->arena};
    write_cell(d, &text, at, state);
    if (state == SEEN && row_is_open(canvas->app, d->view->row)) write_row_facts(d, &text);
    canvas_facts(canvas, (Rect){1, line.row, line.columns - 2, 1}, PLAIN, buf_text(&text));
}

static void write_span(Buf *out, const char *what, Span64 shown, int64_t size, bool of)
{
    if (shown.count >= size)
        buf_printf(out, size == 1 ? "%lld %s" : "all %lld %ss", (long long)size, what);
    else
        buf_printf(out, "%ss %lld-%lld", what, (long long)shown.first,
                   (long long)(shown.first + shown.count - 1));
    if (of && shown.count < size) buf_printf(out, " of %lld", (long long)size);
}

// Where the window is, and what its characters mean.
static const char *place_text(const LargeDrawing *d, bool of)
{
    Buf text = {.arena = d->canvas->arena}, *out = &text;
    const LargeLayout *layout = &d->layout;
    const LargeView *view = d->view;
    bool in_blocks = layout->block_rows > 1 || layout->block_columns > 1;
    if (!d->all_seen) buf_add(out, STR("Not all is computed yet.   "));
    if (in_blocks) {
        buf_printf(out,
                   "half a character: the largest of %lld×%lld cells; a letter: of both halves",
                   (long long)layout->block_rows, (long long)layout->block_columns);
    } else {
        Span64 rows = {layout->first_row, layout->rows};
        Span64 columns = {layout->first_column, layout->columns};
        write_span(out, "row", rows, view->matrix.rows, of);
        buf_add(out, STR("   "));
        write_span(out, "column", columns, view->matrix.columns, of);
    }
    if (view->zoom == ZOOM_NARROW) buf_add(out, STR("   a letter: the larger of two rows"));
    if (!in_blocks && d->all_seen && layout->overview.rows >= 4)
        buf_add(out, STR("   [] in the overview: here"));
    return buf_text(out);
}

// Where the window is, and the scale of the colours; or the message.
static void draw_place(const LargeDrawing *d, Rect line)
{
    Canvas *canvas = d->canvas;
    if (canvas_message(canvas, line)) return;
    bool is_told = has_heat(d) && d->all_seen; // else it would tell the largest number
    int legend = is_told ? legend_columns(d->scale) + 2 : 0;
    int room = line.columns - 2 - legend;
    // Of how many, the title says as well.
    const char *const places[] = {place_text(d, true), place_text(d, false), NULL};
    canvas_facts(canvas, (Rect){1, line.row, room, 1}, QUIET, canvas_first_fitting(places, room));
    if (legend)
        legend_draw(canvas, line, line.columns + 1 - legend, line.row, d->scale,
                    d->view->zoom == ZOOM_NUMBERS ? LEGEND_COLORS : LEGEND_RAMP);
}

static void draw_title(const LargeDrawing *d, Rect part)
{
    static const char *const ZOOMS[ZOOM_COUNT] = {"numbers", "heat", "small heat", "all of it"};
    const LargeView *view = d->view;
    Canvas *canvas = d->canvas;
    Role role = role_of(canvas->walk->trace, view->matrix.entry);
    const Grid grid = {
        .matrix = view->matrix, .role = role, .letter = role_sign(role).letter, .name = view->name};
    const char *zoom = arena_printf(canvas->arena, "zoom %d/%d: %s", view->zoom + 1, ZOOM_COUNT,
                                    ZOOMS[view->zoom]);
    canvas_rule(canvas, part, "", zoom);
    Rect area = {1, part.row, canvas_rule_room(part.columns, zoom), 1};
    int columns = at_most(grid_title_columns(&grid, true, canvas->arena), area.columns);
    frame_printf(canvas->frame, part, 0, part.row, PLAIN, "%*s", columns + 2, "");
    grid_draw_title(canvas, &grid, area);
}

static void draw(Canvas *canvas, Rect part)
{
    LargeDrawing d = drawing_of(canvas);
    draw_title(&d, part);
    draw_column_labels(&d);
    for (int line = 0; line * d.layout.tall < d.layout.cells.rows; line++) draw_row(&d, line);
    canvas_select(canvas, d.layout.cells, click, 0);
    if (d.layout.overview.rows > 0) draw_overview(canvas, &d.layout, d.all_seen, d.scale);
    draw_facts(&d, (Rect){0, part.rows - 3, part.columns, 1});
    draw_place(&d, (Rect){0, part.rows - 2, part.columns, 1});
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
}

const Screen large_screen = {
    .keys = {"In a large matrix", ACTION_ROWS(actions)},
    .size = sizeof(LargeView),
    .keeps = true,
    .open = open,
    .move = move,
    .arrows = {.hint = "arrows:cell", .rank = 6},
    .arena = offsetof(LargeView, arena),
    .draw = draw,
    .is_of_run = true,
    .subject = subject,
    .pick_cell = pick_cell,
    .words = "a whole matrix",
};
