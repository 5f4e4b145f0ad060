// Draws one matrix. Every number of it has the same width and the same decimals, and each cell has
// a character on either side for its marks: < > is the selected cell, ( ) a cell that it was
// computed from, ! a changed number. A matrix that does not fit is shown in whole pages, so that
// it does not move while the selection moves within a page; before that, labels and decimals are
// shortened.
#include "tui/parts/grid.h"

#include "base/text/utf8.h"
#include "study/looks/number.h"
#include "study/looks/typeset.h"
#include "tensor/differ.h"
#include "trace/record/gradients.h"
#include "tui/parts/motion.h"
#include "walk/edits/edit.h"

enum {
    MOST_LABELS = 64, // measured for the width of labels
    ROW_LABEL = 12,   // most columns of a row label
    COLUMN_LABEL = 10,
    LEAST_NUMBER = 2, // two columns, so that marks and labels have air
    LABEL_OVER = 1,   // a column label may be over the mark before its number
    BETWEEN = 1,      // columns between two slices
};

// A label cut to `columns`; of "features12" the number stays, which distinguishes it from others.
static const char *fit_label(Arena *arena, const char *label, int columns)
{
    Str text = str_from(label);
    int digits = str_digits_at_end(text);
    if (utf8_width(text) <= columns || digits == 0 || digits + 2 > columns)
        return canvas_fit_text(arena, text, columns);
    Str start = utf8_fit(str_slice(text, 0, text.n - digits), columns - digits - 1);
    return arena_printf(arena, "%.*s…%s", STR_ARG(start), text.p + text.n - digits);
}

static int widest_name(const DimLabels *labels, int64_t count, int limit, Arena *arena)
{
    if (count == 0) return 0;
    int widest = frame_columns(dim_position(labels, count - 1, arena));
    int64_t measured = !labels->items ? 1 : count < MOST_LABELS ? count : MOST_LABELS;
    for (int64_t i = 0; i < measured && widest < limit; i++) { // numbers are widest at an end
        widest = at_least(frame_columns(dim_position(labels, i, arena)), widest);
    }
    return widest < limit ? widest : limit;
}

static void set_decimals(Grid *grid, int decimals)
{
    bool letters = grid->abbreviated && grid->matrix.tensor->dtype == DTYPE_BOOL;
    int width = letters ? 1 : grid->numbers.width[decimals];
    int label = grid->column_label - LABEL_OVER;
    grid->decimals = decimals;
    grid->digits_width = width;
    grid->number_width = width > label ? width : label;
    bool airy = !grid->abbreviated && !grid->matrix.tensor->is_number;
    if (grid->number_width < LEAST_NUMBER && airy) grid->number_width = LEAST_NUMBER;
}

// ---- slices -------------------------------------------------------------------------------------

static Matrix slice_of(const Grid *grid, int64_t slice)
{
    Index at = {0};
    index_move_slice(&grid->matrix.tensor->shape, &at, slice);
    return matrix_slice(&grid->matrix, at);
}

// Slices that may be beside each other have the same decimals and one scale; a large
// stack is never seen whole, and to measure it takes long.
static void measure_slices(Grid *grid, const Matrix *beside)
{
    enum { MOST_CELLS = 4096 };
    const Shape *shape = &grid->matrix.tensor->shape;
    grid->slice_count = shape_count(shape) <= MOST_CELLS ? shape_slices(shape) : 1;
    grid->slices = (Span64){index_slice(shape, grid->matrix.base), 1};
    for (int64_t i = 0; i < grid->slice_count; i++) {
        Matrix slice = slice_of(grid, i);
        NumberColumn numbers = number_column(&slice, grid->digits);
        if (i == 0) grid->numbers = numbers;
        number_column_join(&grid->numbers, &numbers);
    }
    if (grid->slice_count <= 1) grid->numbers = number_column(&grid->matrix, grid->digits);
    if (!beside) return;
    NumberColumn numbers = number_column(beside, grid->digits);
    number_column_join(&grid->numbers, &numbers);
}

void grid_stack(Grid *grid, int64_t slices, Index at)
{
    if (grid->slice_count <= 1) return;
    int64_t keep = index_slice(&grid->matrix.tensor->shape, at);
    grid->slices = excerpt_page(grid->slice_count, slices, keep);
}

bool grid_is_stack(const Grid *grid)
{
    return grid->slices.count > 1;
}

// ---- measures -----------------------------------------------------------------------------------

Grid grid_of_matrix(const App *app, Matrix shown, const Matrix *beside, Arena *arena)
{
    const Walk *walk = app->walk;
    int entry = shown.entry;
    Grid grid = {.matrix = shown, .digits = walk->view.digits};
    grid.role = role_of(walk->trace, entry);
    grid.letter = role_sign(role_of(walk->trace, entry)).letter;
    grid.name = grid.matrix.tensor->is_number ? "" : entry_whole_title(walk->trace, entry, arena);
    measure_slices(&grid, beside);
    grid.holds_shares = matrix_holds_shares(walk->trace, &grid.matrix);
    grid.is_gradient = gradient_at(walk->trace, entry);
    grid.scale =
        (grid.is_gradient ? heat_scale_of_gradient(grid.numbers.low, grid.numbers.high)
                          : heat_scale(grid.holds_shares, grid.numbers.low, grid.numbers.high));
    grid.rows.count = grid.matrix.rows;
    grid.columns.count = grid.matrix.columns;
    grid_label(&grid, dim_labels(walk->trace, entry, grid.matrix.row_dim),
               dim_labels(walk->trace, entry, grid.matrix.column_dim), arena);
    return grid;
}

void grid_label(Grid *grid, DimLabels rows, DimLabels columns, Arena *arena)
{
    const Matrix *matrix = &grid->matrix;
    grid->row_labels = rows;
    grid->column_labels = columns;
    if (matrix->row_dim >= 0)
        grid->label_width = widest_name(&rows, matrix->rows, ROW_LABEL, arena);
    if (matrix->column_dim >= 0)
        grid->column_label = widest_name(&columns, matrix->columns, COLUMN_LABEL, arena);
    grid->whole_row_label = grid->label_width;
    grid->whole_column_label = grid->column_label;
    set_decimals(grid, grid->numbers.decimals);
}

void grid_round(Grid *grid, int digits)
{
    int narrowest = grid->decimals;
    for (int d = digits; d < grid->decimals; d++) {
        bool better = grid->numbers.width[d] < grid->numbers.width[narrowest];
        bool same = grid->numbers.width[d] == grid->numbers.width[narrowest];
        bool found = narrowest < grid->decimals;
        if (better || (found && same)) narrowest = d; // "0.04" is narrower than "4e-02"
    }
    if (narrowest < grid->decimals) set_decimals(grid, narrowest);
}

void grid_abbreviate(Grid *grid)
{
    grid->abbreviated = true;
    set_decimals(grid, grid->decimals);
}

void grid_tighten(Grid *grid, int label, int row_label)
{
    if (grid->label_width > row_label) grid->label_width = row_label;
    if (grid->column_label > label) grid->column_label = label;
    int least = grid->digits_width > label - LABEL_OVER ? grid->digits_width : label - LABEL_OVER;
    if (grid->number_width > least) grid->number_width = least;
}

bool grid_repeats(const Grid *grid, const Grid *before, Arena *arena)
{
    int64_t rows = grid->matrix.rows;
    bool same = grid->whole_row_label && rows == before->matrix.rows && rows <= MOST_LABELS &&
                grid->rows.first == before->rows.first;
    for (int64_t r = 0; r < rows && same; r++)
        same = str_is(str_from(dim_position(&grid->row_labels, r, arena)),
                      dim_position(&before->row_labels, r, arena));
    return same;
}

void grid_leave_labels(Grid *grid, bool out)
{
    if (grid->repeats == out) return;
    grid->repeats = out;
    grid->label_width = out ? 0 : grid->whole_row_label;
}

bool grid_loosen(Grid *grid)
{
    bool row = grid->label_width < grid->whole_row_label && !grid->repeats;
    bool column = !row && grid->number_width + LABEL_OVER < grid->whole_column_label;
    grid->label_width += row;
    grid->number_width += column;
    return row || column;
}

void grid_window(Grid *grid, int64_t rows, int64_t columns, Index at)
{
    const Matrix *m = &grid->matrix;
    int64_t row = m->row_dim < 0 ? 0 : at.at[m->row_dim];
    int64_t column = m->column_dim < 0 ? 0 : at.at[m->column_dim];
    grid->rows = excerpt_page(m->rows, rows, row);
    grid->columns = excerpt_page(m->columns, columns, column);
}

int grid_cell_columns(const Grid *grid)
{
    return grid->number_width + 2 + 2 * grid->air.columns;
}

static bool grid_is_empty(const Grid *grid)
{
    return grid->matrix.rows == 0 || grid->matrix.columns == 0;
}

static const char EMPTY[] = "no cells";

static int slice_columns(const Grid *grid) // with its brackets
{
    return 2 + (int)grid->columns.count * grid_cell_columns(grid);
}

int grid_columns(const Grid *grid)
{
    if (grid_is_empty(grid)) return (int)sizeof EMPTY + 1;
    int slices = (int)grid->slices.count;
    return grid->label_width + slices * slice_columns(grid) + (slices - 1) * BETWEEN;
}

int grid_rows(const Grid *grid)
{
    return grid_is_empty(grid) ? 1 : (int)grid->rows.count * (1 + grid->air.rows);
}

// "3×4", "3×3×3 [0,:,:]"
static const char *grid_shape(const Grid *grid, Arena *arena)
{
    const Shape *shape = &grid->matrix.tensor->shape;
    if (shape->ndim == 0) return "";
    Buf text = {.arena = arena};
    Shape shown = matrix_shape(&grid->matrix);
    buf_add(&text, str_from(shape_times(arena, &shown, "×")));
    if (shape->ndim <= 2 || grid_is_stack(grid)) return buf_text(&text);
    buf_add(&text, STR(" ["));
    for (int d = 0; d < shape->ndim - 2; d++)
        buf_printf(&text, "%lld,", (long long)grid->matrix.base.at[d]);
    buf_add(&text, STR(":,:]"));
    return buf_text(&text);
}

const char *grid_rows_note(const Grid *grid, Arena *arena)
{
    return excerpt_note("row", grid->rows, grid->matrix.rows, arena);
}

const char *grid_columns_note(const Grid *grid, Arena *arena)
{
    return excerpt_note("column", grid->columns, grid->matrix.columns, arena);
}

// ---- drawing ----------------------------------------------------------------------------------

enum { LEAST_NAME = 10 }; // columns, before the shape gives way

int grid_title_columns(const Grid *grid, bool with_shape, Arena *arena)
{
    int letter = frame_columns(grid->letter);
    int shape = with_shape ? frame_columns(grid_shape(grid, arena)) : 0;
    return (letter ? letter + 3 : 0) + frame_columns(grid->name) + (shape ? shape + 1 : 0);
}

void grid_draw_title(Canvas *canvas, const Grid *grid, Rect area)
{
    int column = area.column, end = area.column + area.columns;
    const char *letter = grid->letter;
    Ink ink = ink_of_role(grid->role);
    if (*letter) {
        Style chip = {.ink = ink, .ground = GROUND_CHIP};
        column = canvas_chip(canvas, area, column, chip, letter) + 1;
    }
    const char *shape = grid_shape(grid, canvas->arena);
    int room = end - column, left = room - 1 - frame_columns(shape);
    bool is_slice = grid->matrix.tensor->shape.ndim > 2 && !grid_is_stack(grid);
    if (is_slice && left >= LEAST_NAME) room = left; // it cannot be guessed
    const char *name = canvas_fit_text(canvas->arena, str_from(grid->name), room);
    Style bold = {.ink = ink, .attributes = ATTR_BOLD};
    if (end > column)
        column = frame_text(canvas->frame, area, column, area.row, bold, str_from(name));
    if (is_slice && column + 1 + frame_columns(shape) > end) // of all of it the slice
        shape = index_text(canvas->arena, grid->matrix.base, grid->matrix.tensor->shape.ndim - 2);
    if (*shape && column + 1 + frame_columns(shape) <= end)
        frame_text(canvas->frame, area, column + 1, area.row, QUIET, str_from(shape));
}

bool grid_has_heat(const Walk *walk, const Grid *grid)
{
    bool any_seen = grid->is_told || walk_open_count(walk, grid->matrix.entry) > 0;
    return heat_is_shown(walk, grid->holds_shares || grid->is_gradient) && any_seen &&
           !grid->matrix.tensor->is_number;
}

// A cell as it is shown now: its marks and its style.
typedef struct CellLook {
    char before, after;
    unsigned marks; // ATTR_MARK, where the style's ground says what they say
    Style style;
} CellLook;

enum { CHANGED = '!', HELD = '^' };

static bool differs(const Grid *grid, Index at)
{
    const Tensor *tensor = grid->matrix.tensor, *other = grid->compared;
    return shape_equal(&tensor->shape, &other->shape) &&
           tensor_numbers_differ(tensor_get(tensor, at), tensor_get(other, at),
                                 tensor_rounding(tensor, other));
}

static CellLook look_of(const Canvas *canvas, const Grid *grid, Cell cell, bool open,
                        const Marks *marks)
{
    const Style lit = {.ink = ink_of_role(grid->role), .ground = GROUND_CHIP};
    CellLook look = {.before = ' ', .after = ' '};
    double before;
    bool changed =
        grid->compared ? differs(grid, cell.at) : open && walk_changed(canvas->walk, cell, &before);
    bool selected = marks->selected.entry == cell.entry && !app_selects_label(canvas->app) &&
                    index_ravel(&grid->matrix.tensor->shape, marks->selected.at) ==
                        index_ravel(&grid->matrix.tensor->shape, cell.at);
    double value = tensor_get(grid->matrix.tensor, cell.at);
    bool has_heat = open && !grid->compared && grid_has_heat(canvas->walk, grid);
    if (changed && open && grid->compared && grid->scale.high > 0) // by how much, and which way
        look.style = style_of_heat(value - tensor_get(grid->compared, cell.at), grid->scale.low,
                                   grid->scale.high);
    if (has_heat) {
        look.style = style_of_heat(value, grid->scale.low, grid->scale.high);
        if (heat_has_letters(canvas->walk))
            look.before = theme_heat_letter(value, grid->scale.low, grid->scale.high);
        look.marks = ATTR_MARK;
    }
    if (selected) {
        look = (CellLook){'<', '>', ATTR_MARK, {.ground = GROUND_SELECTED}};
    } else if (marks_source(marks, cell)) {
        look.before = '(';
        look.after = ')';
        look.marks = ATTR_MARK;
        if (!has_heat) look.style.ink = ink_of_role(grid->role);
        if (!has_heat) look.style.ground = GROUND_SOURCE;
        if (marks_lit(marks, cell)) look.style = lit;
        look.style.attributes = ATTR_BOLD | (has_heat ? ATTR_UNDERLINE : 0u); // its heat stays
    }
    if (open && motion_flashes(canvas->app, cell)) look.style = lit;
    const OpCall *call = &canvas->walk->trace->entries[cell.entry].call;
    bool held = !grid->compared && held_at(call->held, cell.at);
    if (changed && grid->compared && motion_flashes_marked(canvas->app))
        look.style.ground = GROUND_CHIP;
    if (!changed && !held) return look;
    *(look.after == ' ' ? &look.before : &look.after) = held ? HELD : CHANGED;
    look.style.attributes |= ATTR_BOLD;
    return look;
}

// No ground says that a cell has changed.
static int draw_mark(Canvas *canvas, Rect clip, int column, int row, CellLook look, char mark)
{
    if (mark != CHANGED && mark != HELD) look.style.attributes |= look.marks;
    return frame_text(canvas->frame, clip, column, row, look.style, (Str){&mark, 1});
}

// A ground fills the air around the number too.
static void draw_ground(Canvas *canvas, Rect clip, Rect cell, Style style)
{
    if (style.ground == GROUND_PAGE) return;
    for (int column = cell.column; column < cell.column + cell.columns; column++)
        frame_text(canvas->frame, clip, column, cell.row, style, STR(" "));
}

static Seen seen_of(const Canvas *canvas, const Grid *grid, Cell cell)
{
    int dim = grid->matrix.column_dim;
    int64_t number = index_ravel(&grid->matrix.tensor->shape, cell.at);
    int64_t column = dim < 0 ? 0 : cell.at.at[dim] - grid->columns.first;
    Seen seen = walk_seen_at(canvas->walk, cell);
    if (seen == TO_COME && grid->is_told) return SEEN;
    bool holds = motion_holds(canvas->app, cell.entry, number, column, grid->columns.count);
    return seen == SEEN && holds ? TO_COME : seen;
}

static void draw_cell(Canvas *canvas, const Grid *grid, Rect clip, int column, int row, Cell cell,
                      const Marks *marks)
{
    Seen seen = seen_of(canvas, grid, cell);
    CellLook look = look_of(canvas, grid, cell, seen == SEEN, marks);
    Buf number = {.arena = canvas->arena};
    if (seen == SEEN)
        number_cell(&number, grid->matrix.tensor, cell.at, grid->decimals,
                    number_column_largest(&grid->numbers), grid->number_width);
    else
        buf_add_char(&number, seen == HIDDEN ? '?' : '.');
    Rect whole = {column, row, grid_cell_columns(grid), 1};
    canvas_hit(canvas, whole, cell, NULL);
    draw_ground(canvas, clip, whole, look.style);
    column += grid->air.columns;
    int end = draw_mark(canvas, clip, column, row, look, look.before);
    const char *text = typeset(canvas->arena, buf_text(&number));
    int blanks = grid->number_width - frame_columns(text);
    end = frame_printf(canvas->frame, clip, end, row, look.style, "%*s%s", blanks, "", text);
    draw_mark(canvas, clip, end, row, look, look.after);
    if (look.before == '<') {
        canvas_cursor(canvas, column + grid->number_width, row);
    }
}

// What is beside a row: one pair of brackets is around all rows.
static const char *grid_bracket(int64_t row, int64_t rows, bool right)
{
    bool first = row == 0, last = row == rows - 1;
    if (first && last) return right ? "]" : "[";
    if (first) return right ? "⎤" : "⎡";
    if (last) return right ? "⎦" : "⎣";
    return right ? "⎥" : "⎢";
}

// Below a row of the slice that begins at `left`.
static void draw_air(Canvas *canvas, const Grid *grid, Rect area, int left, int row)
{
    int right = left + slice_columns(grid) - 1;
    bool goes_on = !canvas->app->ascii; // one tall bracket; "[" would be a row of its own
    for (int i = 1; goes_on && i <= grid->air.rows; i++) {
        frame_text(canvas->frame, area, left, row + i, FAINT, STR("⎢"));
        frame_text(canvas->frame, area, right, row + i, FAINT, STR("⎥"));
    }
}

// What is on the same ground above and below is so between, too.
static void fill_air(Canvas *canvas, const Grid *grid, Rect area)
{
    int step = 1 + grid->air.rows, last = grid_rows(grid) - step;
    int end = area.column + grid_columns(grid);
    if (area.row + last >= canvas->frame->rows || end > canvas->frame->columns) return;
    for (int row = area.row; step > 1 && row < area.row + last; row += step) {
        for (int column = area.column; column < end; column++) {
            Style above = frame_glyph(canvas->frame, column, row)->style;
            Style below = frame_glyph(canvas->frame, column, row + step)->style;
            bool is_same = above.ground == below.ground && above.ground >= GROUND_SOURCE;
            for (int i = 1; is_same && i < step; i++)
                frame_glyph(canvas->frame, column, row + i)->style = above;
        }
    }
}

static void draw_slice_row(Canvas *canvas, const Grid *grid, const Matrix *slice, Rect area,
                           Rect line, int64_t r, const Marks *marks)
{
    int column = line.column;
    bool before = grid->columns.first > 0;
    bool after = grid->columns.first + grid->columns.count < grid->matrix.columns;
    const char *left = before ? "…" : grid_bracket(r, grid->matrix.rows, false);
    const char *right = after ? "…" : grid_bracket(r, grid->matrix.rows, true);
    frame_text(canvas->frame, area, column++, line.row, FAINT, str_from(left));
    for (int64_t c = 0; c < grid->columns.count; c++) {
        Cell cell = {slice->entry, matrix_index(slice, r, grid->columns.first + c)};
        draw_cell(canvas, grid, area, column, line.row, cell, marks);
        column += grid_cell_columns(grid);
    }
    frame_text(canvas->frame, area, column, line.row, FAINT, str_from(right));
    if (r + 1 < grid->rows.first + grid->rows.count)
        draw_air(canvas, grid, area, line.column, line.row);
}

static void draw_row(Canvas *canvas, const Grid *grid, Rect area, int64_t r, const Marks *marks)
{
    int row = area.row + (int)(r - grid->rows.first) * (1 + grid->air.rows), column = area.column;
    Style label = {.ink = ink_of_role(grid->role)};
    const char *name =
        grid->matrix.row_dim < 0 ? "" : dim_position(&grid->row_labels, r, canvas->arena);
    name = grid->repeats ? "" : fit_label(canvas->arena, name, grid->label_width);
    Cell at = marks->selected;
    if (app_selects_label(canvas->app) && at.entry == grid->matrix.entry &&
        at.at.at[grid->matrix.row_dim] == r) {
        label = (Style){.ground = GROUND_SELECTED, .attributes = ATTR_BOLD};
        frame_text(canvas->frame, (Rect){column - 1, row, 1, 1}, column - 1, row, PLAIN, STR(">"));
    }
    frame_text(canvas->frame, area, column, row, label, str_from(name));
    column += grid->label_width;
    for (int64_t i = 0; i < grid->slices.count; i++) {
        Matrix slice = grid_is_stack(grid) ? slice_of(grid, grid->slices.first + i) : grid->matrix;
        draw_slice_row(canvas, grid, &slice, area, (Rect){column, row, 0, 1}, r, marks);
        column += slice_columns(grid) + BETWEEN;
    }
}

void grid_draw(Canvas *canvas, const Grid *grid, Rect area, const Marks *marks)
{
    if (grid_is_empty(grid)) {
        frame_printf(canvas->frame, area, area.column, area.row, PLAIN, "[%s]", EMPTY);
        return;
    }
    for (int64_t r = 0; r < grid->rows.count; r++)
        draw_row(canvas, grid, area, grid->rows.first + r, marks);
    fill_air(canvas, grid, area);
}

// "[0,1] red", with the names of the dimensions that have some, or as much of them as says
// anything.
static const char *slice_head(const Canvas *canvas, const Grid *grid, int64_t slice, int room)
{
    enum { LEAST_LABEL = 4 };
    const Matrix matrix = slice_of(grid, slice);
    int dims = matrix.tensor->shape.ndim - 2;
    const char *index = index_text(canvas->arena, matrix.base, dims);
    Buf head = {.arena = canvas->arena};
    buf_add(&head, str_from(index));
    for (int d = 0; d < dims; d++) {
        const char *label =
            label_at(canvas->walk->trace, matrix.entry, d, matrix.base.at[d], canvas->arena);
        if (*label) buf_printf(&head, " %s", label);
    }
    bool fits = utf8_width(buf_str(&head)) <= room;
    if (!fits && room < frame_columns(index) + 1 + LEAST_LABEL) return index;
    return canvas_fit_text(canvas->arena, buf_str(&head), room);
}

void grid_draw_heads(Canvas *canvas, const Grid *grid, Rect area)
{
    Style style = {.ink = ink_of_role(grid->role)};
    int column = area.column + grid->label_width, room = slice_columns(grid) + BETWEEN - 1;
    if (!grid_is_stack(grid)) return;
    for (int64_t i = 0; i < grid->slices.count; i++) {
        const char *head = slice_head(canvas, grid, grid->slices.first + i, room);
        frame_text(canvas->frame, area, column, area.row, style, str_from(head));
        column += slice_columns(grid) + BETWEEN;
    }
}

static void draw_slice_labels(Canvas *canvas, const Grid *grid, Rect area, int column)
{
    Style style = {.ink = ink_of_role(grid->role)};
    for (int64_t c = 0; c < grid->columns.count; c++) {
        const char *name =
            dim_position(&grid->column_labels, grid->columns.first + c, canvas->arena);
        name = fit_label(canvas->arena, name, grid->number_width + LABEL_OVER);
        int width = frame_columns(name);
        int at = column + grid->air.columns + 1 + grid->number_width - width;
        frame_text(canvas->frame, area, at, area.row, style, str_from(name));
        column += grid_cell_columns(grid);
    }
}

void grid_draw_labels(Canvas *canvas, const Grid *grid, Rect area)
{
    if (grid->matrix.column_dim < 0 || grid_is_empty(grid)) return;
    int column = area.column + grid->label_width + 1;
    for (int64_t i = 0; i < grid->slices.count; i++)
        draw_slice_labels(canvas, grid, area, column + (int)i * (slice_columns(grid) + BETWEEN));
}
