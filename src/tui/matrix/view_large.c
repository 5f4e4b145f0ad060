// The large view: frozen labels, the window, the overview, and what is known of the selected cell.
#include "study/number.h"
#include "tui/matrix/overview.h"
#include "tui/parts/grid.h"
#include "tui/view.h"

#include "base/number.h"
#include "base/utf8.h"
#include "tensor/dtype.h"
#include "walk/matrix_row.h"

#include <math.h>

enum { FRAME_COLUMNS = 2, NUMBER_WIDTH = 6 };

typedef struct LargeDrawing {
    Canvas *canvas;
    const LargeView *view;
    LargeLayout layout;
    double low, high;   // the ends of the ramp
    int decimals;       // of numbers
    int64_t open_cells; // of the whole tensor, in row-major order
    bool asks_nothing;  // no cell can be hidden
    bool all_open;
} LargeDrawing;

// As many decimals as the largest number leaves room for.
static int decimals_of(const LargeDrawing *d)
{
    const Blocks *blocks = &d->view->blocks;
    if (!dtype_is_float(d->view->matrix.tensor->dtype) || blocks->whole) return 0;
    double far = fmax(fabs(blocks->low), fabs(blocks->high));
    int before = far >= 10 ? (int)floor(log10(far)) + 1 : 1;
    int room = NUMBER_WIDTH - before - 1 - (blocks->low < 0), asked = d->canvas->walk->digits;
    if (room < 0) room = 0;
    return room < asked ? room : asked;
}

static LargeDrawing drawing_of(Canvas *canvas)
{
    const LargeView *view = &canvas->app->large;
    LargeDrawing d = {.canvas = canvas, .view = view};
    d.layout = large_layout(canvas->app, view, canvas->arena);
    d.low = fmin(view->blocks.low, 0);
    d.high = view->blocks.high;
    d.decimals = decimals_of(&d);
    int64_t count = shape_count(&canvas->walk->trace->entries[view->matrix.entry].call.shape);
    d.open_cells = view->is_average ? count : walk_open_count(canvas->walk, view->matrix.entry);
    d.asks_nothing = view->is_average || canvas->walk->question_count == 0;
    d.all_open = d.open_cells == count;
    return d;
}

// ---- cells --------------------------------------------------------------------------------------

typedef enum CellState { CELL_OPEN, CELL_CLOSED, CELL_HIDDEN } CellState;

static CellState state_of(const LargeDrawing *d, Index at)
{
    const Matrix *m = &d->view->matrix;
    Cell cell = {m->entry, at};
    if (!d->asks_nothing && walk_hides(d->canvas->walk, cell)) return CELL_HIDDEN;
    if (d->all_open || index_ravel(&m->tensor->shape, at) < d->open_cells) return CELL_OPEN;
    return CELL_CLOSED;
}

static bool is_selected(const LargeDrawing *d, int64_t row, int64_t column)
{
    const LargeLayout *layout = &d->layout;
    return row / layout->block_rows == d->view->row / layout->block_rows &&
           column / layout->block_columns == d->view->column / layout->block_columns;
}

static Style heat_style(const LargeDrawing *d, double value, bool selected)
{
    Style style = {.attributes = selected ? ATTR_REVERSE : 0};
    if (isfinite(value)) style.ink = ink_of_heat(value, d->low, d->high);
    return style;
}

static void draw_number(const LargeDrawing *d, int column, int row, Index at, bool selected)
{
    CellState state = state_of(d, at);
    Buf number = {.arena = d->canvas->arena};
    const Tensor *tensor = d->view->matrix.tensor;
    if (state == CELL_OPEN && tensor_get(tensor, at) == 0)
        buf_add_char(&number, '0'); // a mask shows its shape
    else if (state == CELL_OPEN)
        number_cell(&number, tensor, at, d->decimals, NUMBER_WIDTH);
    else
        buf_add_char(&number, state == CELL_HIDDEN ? '?' : '.');
    const char *text = number.n > NUMBER_WIDTH ? "######" : buf_text(&number);
    bool heat = d->canvas->walk->heat && state == CELL_OPEN;
    Style style = {.attributes = selected ? ATTR_REVERSE : 0};
    if (heat) style = heat_style(d, tensor_get(tensor, at), selected);
    frame_printf(d->canvas->frame, d->layout.cells, column, row, style, "%c%*s%c",
                 selected ? '<' : ' ', NUMBER_WIDTH, text, selected ? '>' : ' ');
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

static void draw_heat(const LargeDrawing *d, int column, int row, int64_t r, int64_t c)
{
    Index at = matrix_index(&d->view->matrix, r, c);
    CellState state = state_of(d, at);
    double value = state == CELL_OPEN ? value_at(d, r, c, at) : -HUGE_VAL;
    char letter = state == CELL_HIDDEN ? '?' : heat_ramp(value, d->low, d->high);
    char text[2] = {letter, letter};
    Style style = heat_style(d, value, is_selected(d, r, c));
    bool plain = letter == ' ' || is_selected(d, r, c); // a mask shows its shape, the cell itself
    if (plain) style.ink = INK_PLAIN;
    frame_text(d->canvas->frame, d->layout.cells, column, row, style,
               (Str){text, d->layout.cell_columns});
}

static void draw_row(const LargeDrawing *d, int line)
{
    const LargeLayout *layout = &d->layout;
    const LargeView *view = d->view;
    Canvas *canvas = d->canvas;
    int64_t r = layout->first_row + line * layout->block_rows;
    int row = layout->cells.row + line, column = layout->cells.column;
    bool here = r / layout->block_rows == view->row / layout->block_rows;
    int64_t named = here ? view->row : r; // of the selected block the row that is selected
    Rect whole = {0, row, canvas->app->columns, 1};
    const char *label = large_label(&view->row_labels, named, canvas->arena);
    label = fit_text(canvas->arena, str_from(label), layout->label_columns);
    Style style = {.ink = ink_of_role(role_of(canvas->walk->trace, view->matrix.entry)),
                   .attributes = here ? ATTR_BOLD : 0};
    frame_text(canvas->frame, whole, 1, row, style, str_from(label));
    frame_text(canvas->frame, whole, layout->cells.column - 2, row, (Style){0},
               here ? STR(">|") : STR(" |"));
    for (int64_t c = layout->first_column; c < layout->first_column + layout->columns;
         c += layout->block_columns) {
        bool selected = here && is_selected(d, r, c);
        if (view->zoom == ZOOM_NUMBERS)
            draw_number(d, column, row, matrix_index(&view->matrix, r, c), selected);
        else
            draw_heat(d, column, row, r, c);
        if (selected) {
            canvas->frame->cursor_column = column;
            canvas->frame->cursor_row = row;
        }
        column += layout->cell_columns;
    }
    frame_text(canvas->frame, whole, column, row, (Style){0}, STR("|"));
}

// ---- labels of the columns ----------------------------------------------------------------------

static int draw_column_label(const LargeDrawing *d, int64_t c, bool selected, int *start)
{
    const LargeLayout *layout = &d->layout;
    Canvas *canvas = d->canvas;
    const char *label = large_label(&d->view->column_labels, c, canvas->arena);
    bool numbers = d->view->zoom == ZOOM_NUMBERS;
    label =
        fit_text(canvas->arena, str_from(label), numbers ? NUMBER_WIDTH : layout->labels.columns);
    int64_t place = (c - layout->first_column) / layout->block_columns;
    int width = utf8_width(str_from(label));
    *start = layout->labels.column + (int)place * layout->cell_columns;
    if (numbers) *start += 1 + NUMBER_WIDTH - width;
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
        large_label(&d->view->column_labels, d->view->matrix.columns - 1, canvas->arena);
    int need = utf8_width(str_from(last)) + 2, step = 1;
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

static void write_cell(const LargeDrawing *d, Buf *out, Index at, CellState state)
{
    const LargeView *view = d->view;
    Cell cell = {view->matrix.entry, at};
    if (view->is_average)
        buf_printf(out, "average[%lld,%lld]", (long long)view->row, (long long)view->column);
    else
        buf_add(out, str_from(cell_name(d->canvas->walk->trace, cell, d->canvas->arena)));
    if (state == CELL_HIDDEN) buf_add(out, STR("=?  yours to predict"));
    if (state == CELL_CLOSED) buf_add(out, STR("  not computed yet"));
    if (state != CELL_OPEN) return;
    buf_add_char(out, '=');
    number_human(out, tensor_get(view->matrix.tensor, at), d->canvas->walk->digits);
}

static void write_count(Buf *out, int64_t count, const char *what)
{
    if (count) buf_printf(out, "  %lld %s", (long long)count, what);
}

static void write_row_facts(const LargeDrawing *d, Buf *out)
{
    const Matrix *m = &d->view->matrix;
    double *values = NEW_ARRAY(d->canvas->arena, double, m->columns);
    matrix_row(m, d->view->row, values);
    RowFacts facts = row_facts(values, m->columns, d->view->column);
    if (facts.rank > 0)
        buf_printf(out, "  %lld%s of %lld in its row", (long long)facts.rank,
                   number_ordinal(facts.rank), (long long)facts.finite);
    if (facts.finite) {
        buf_add(out, STR("  row sum "));
        number_human(out, facts.sum, d->canvas->walk->digits);
    }
    write_count(out, facts.zeros, "are 0");
    write_count(out, facts.masked, "masked");
    write_count(out, facts.nans, "are nan");
    write_count(out, m->columns - facts.finite - facts.masked - facts.nans, "are inf");
}

static void draw_facts(const LargeDrawing *d, Rect line)
{
    Canvas *canvas = d->canvas;
    Index at = matrix_index(&d->view->matrix, d->view->row, d->view->column);
    CellState state = state_of(d, at);
    Buf text = {.arena = canvas->arena};
    write_cell(d, &text, at, state);
    if (state == CELL_OPEN && large_row_is_open(canvas->app, d->view->row))
        write_row_facts(d, &text);
    frame_text(canvas->frame, line, 1, line.row, (Style){0},
               str_from(fit_facts(canvas->arena, buf_str(&text), line.columns - 2)));
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

// Where the window is, and what its characters stand for.
static void write_place(const LargeDrawing *d, bool of, Buf *out)
{
    const LargeLayout *layout = &d->layout;
    const LargeView *view = d->view;
    bool in_blocks = layout->block_rows > 1 || layout->block_columns > 1;
    if (!d->all_open) buf_add(out, STR("Not all is computed yet.   "));
    if (in_blocks) {
        buf_printf(out, "a character: the largest of %lldx%lld cells",
                   (long long)layout->block_rows, (long long)layout->block_columns);
    } else {
        Span64 rows = {layout->first_row, layout->rows};
        Span64 columns = {layout->first_column, layout->columns};
        write_span(out, "row", rows, view->matrix.rows, of);
        buf_add(out, STR("   "));
        write_span(out, "column", columns, view->matrix.columns, of);
    }
    if (view->zoom != ZOOM_NUMBERS)
        buf_printf(out, "   ' .:-=+*#%%@' go from %.3g to %.3g", d->low, d->high);
    if (!in_blocks && d->all_open && layout->overview.rows >= 4)
        buf_add(out, STR("   [] in the overview: here"));
}

// Where the window is, or the message.
static void draw_place(const LargeDrawing *d, Rect line)
{
    Canvas *canvas = d->canvas;
    Buf text = {.arena = canvas->arena};
    if (canvas_message(canvas, line)) return;
    write_place(d, true, &text);
    if (utf8_width(buf_str(&text)) > line.columns - 2) {
        text = (Buf){.arena = canvas->arena};
        write_place(d, false, &text); // of how many, the title says as well
    }
    frame_text(canvas->frame, line, 1, line.row, (Style){.ink = INK_RULE},
               str_from(fit_facts(canvas->arena, buf_str(&text), line.columns - 2)));
}

static void draw_title(const LargeDrawing *d, Rect part)
{
    static const char *const ZOOMS[ZOOM_COUNT] = {"numbers", "heat", "small heat", "all of it"};
    const LargeView *view = d->view;
    Arena *arena = d->canvas->arena;
    Buf title = {.arena = arena};
    const char *letter = role_letter(role_of(d->canvas->walk->trace, view->matrix.entry));
    if (*letter) buf_printf(&title, "[%s] ", letter);
    buf_printf(&title, "%s  %lldx%lld", view->name, (long long)view->matrix.rows,
               (long long)view->matrix.columns);
    int ndim = view->matrix.tensor->shape.ndim;
    for (int dim = 0; dim < ndim - 2; dim++)
        buf_printf(&title, "%s%lld", dim ? "," : "  [", (long long)view->matrix.base.at[dim]);
    if (ndim > 2) buf_add(&title, STR(",:,:]"));
    canvas_rule(
        d->canvas, part, buf_text(&title),
        text_printf(arena, "zoom %d/%d: %s", view->zoom + 1, ZOOM_COUNT, ZOOMS[view->zoom]));
}

static bool click_twice(App *app, int number)
{
    return large_click(app, number) && large_to_walk(app);
}

void view_large(Canvas *canvas, Rect part)
{
    LargeDrawing d = drawing_of(canvas);
    draw_title(&d, part);
    draw_column_labels(&d);
    for (int line = 0; line < d.layout.cells.rows; line++) draw_row(&d, line);
    canvas_click(canvas, d.layout.cells, large_click, click_twice, 0);
    if (d.layout.overview.rows > 0) overview_draw(canvas, &d.layout, d.all_open, d.low, d.high);
    draw_facts(&d, (Rect){0, part.rows - 3, part.columns, 1});
    draw_place(&d, (Rect){0, part.rows - 2, part.columns, 1});
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
}
