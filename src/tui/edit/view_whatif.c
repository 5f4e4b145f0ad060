// Switches: their list, and below it a tensor as it is beside the same one with the switch on.
#include "tui/edit/whatif.h"

#include "base/number.h"
#include "base/utf8.h"
#include "terminal/text.h"
#include "trace/labels.h"
#include "tui/view.h"
#include "tui/walk/numbers.h"

#include <math.h>

enum {
    MOST_LISTED = 6,
    NAME_COLUMNS = 26,
    LABEL_COLUMNS = 6,
    ENTROPY_COLUMNS = 6,
    LEAST_DECIMALS = 2,
    LEAST_NUMBER = 2 // columns
};

// ---- the list -----------------------------------------------------------------------------------

static const char *switch_line(Canvas *canvas, const WhatIf *whatif, int i, int columns)
{
    const Switch *one = &whatif->switches[i];
    Arena *arena = canvas->arena;
    Buf name = {.arena = arena}, line = {.arena = arena};
    buf_printf(&name, "%s%s", one->name, one->is_offered ? " *" : "");
    if (!one->slip) {
        buf_add_char(&name, ' ');
        number_trimmed(&name, whatif->temperature, 2);
        buf_add(&name, STR("  (+ -)"));
    }
    const char *shown = fit_text(arena, buf_str(&name), NAME_COLUMNS);
    buf_printf(&line, "%c %s", i == whatif->at ? '>' : ' ', shown);
    buf_add_repeat(&line, ' ', NAME_COLUMNS + 2 - utf8_width(str_from(shown)));
    buf_printf(&line, "%s", one->words);
    return fit_text(arena, buf_str(&line), columns);
}

// Returns the rows used.
static int draw_list(Canvas *canvas, const WhatIf *whatif, Rect area)
{
    int rows = whatif->count < MOST_LISTED ? whatif->count : MOST_LISTED;
    int top = whatif->at - rows / 2;
    if (top > whatif->count - rows) top = whatif->count - rows;
    if (top < 0) top = 0;
    for (int i = 0; i < rows; i++) {
        Style style = {.attributes = top + i == whatif->at ? ATTR_BOLD : 0};
        const char *line = switch_line(canvas, whatif, top + i, area.columns);
        frame_text(canvas->frame, area, area.column, area.row + i, style, str_from(line));
        if (top + i == whatif->at) canvas->frame->cursor_row = area.row + i;
    }
    canvas->frame->cursor_column = area.column;
    const char *words = whatif->switches[whatif->at].words; // again, where they were cut
    if (NAME_COLUMNS + 4 + utf8_width(str_from(words)) <= area.columns) return rows;
    words = fit_text(canvas->arena, str_from(words), area.columns - 2);
    frame_text(canvas->frame, area, area.column + 2, area.row + rows, (Style){.ink = INK_RULE},
               str_from(words));
    return rows + 1;
}

// ---- two matrices -------------------------------------------------------------------------------

typedef struct Side {
    Matrix matrix, other; // the other one's cells are compared with
    int decimals, width;  // of a number, in both
    int64_t rows, columns;
    int cell;  // columns of one
    int label; // columns of the row labels
    bool entropy;
} Side;

static bool is_changed(const Side *side, Index at)
{
    if (!shape_equal(&side->matrix.tensor->shape, &side->other.tensor->shape)) return false;
    double a = tensor_get(side->matrix.tensor, at), b = tensor_get(side->other.tensor, at);
    return a != b && !(isnan(a) && isnan(b));
}

// What has another shape than the program's tensor has no labels.
static const char *label_of(Canvas *canvas, const Matrix *matrix, int dim, int64_t at)
{
    const Trace *trace = canvas->walk->trace;
    bool same =
        shape_equal(&matrix->tensor->shape, &trace->entries[matrix->entry].call.output->shape);
    return same ? label_at(trace, matrix->entry, dim, at, canvas->arena) : "";
}

static const char *row_label(Canvas *canvas, const Matrix *matrix, int64_t row)
{
    if (matrix->row_dim < 0) return "";
    const char *label = label_of(canvas, matrix, matrix->row_dim, row);
    if (!*label) label = text_printf(canvas->arena, "%lld", (long long)row);
    return fit_text(canvas->arena, str_from(label), LABEL_COLUMNS);
}

static void write_row(Canvas *canvas, const Side *side, int64_t row, bool marks, Buf *line)
{
    const char *label = row_label(canvas, &side->matrix, row);
    buf_add(line, str_from(label));
    if (side->matrix.row_dim >= 0)
        buf_add_repeat(line, ' ', side->label - utf8_width(str_from(label)));
    buf_add_char(line, '[');
    for (int64_t c = 0; c < side->columns; c++) {
        Cell cell = {side->matrix.entry, matrix_index(&side->matrix, row, c)};
        Buf number = {.arena = canvas->arena};
        if (walk_hides(canvas->walk, cell))
            buf_add_char(&number, '?');
        else
            number_cell(&number, side->matrix.tensor, cell.at, side->decimals, side->width);
        buf_printf(line, "%c%*s ", marks && is_changed(side, cell.at) ? '!' : ' ', side->width,
                   buf_text(&number));
    }
    buf_add(line, side->columns < side->matrix.columns ? STR("…") : STR("]"));
    double entropy = side->entropy ? row_entropy(&side->matrix, row) : (double)NAN;
    if (!isnan(entropy)) buf_printf(line, "  %4.2f", entropy);
}

static void write_labels(Canvas *canvas, const Side *side, Buf *line)
{
    buf_add_repeat(line, ' ', side->label + 1);
    for (int64_t c = 0; c < side->columns && side->matrix.column_dim >= 0; c++) {
        const char *label = label_of(canvas, &side->matrix, side->matrix.column_dim, c);
        if (!*label) label = text_printf(canvas->arena, "%lld", (long long)c);
        label = fit_text(canvas->arena, str_from(label), side->width);
        buf_add_repeat(line, ' ', 1 + side->width - utf8_width(str_from(label)));
        buf_printf(line, "%s ", label);
    }
    if (side->entropy) buf_add(line, STR("   bits"));
}

static void draw_side(Canvas *canvas, const Side *side, const char *title, bool marks, Rect area)
{
    Style bold = {.attributes = ATTR_BOLD};
    title = fit_text(canvas->arena, str_from(title), area.columns);
    frame_text(canvas->frame, area, area.column, area.row, bold, str_from(title));
    for (int64_t r = 0; r < side->rows; r++) {
        Buf line = {.arena = canvas->arena};
        write_row(canvas, side, r, marks, &line);
        frame_text(canvas->frame, area, area.column, area.row + 1 + (int)r, (Style){0},
                   buf_str(&line));
    }
    Buf labels = {.arena = canvas->arena};
    write_labels(canvas, side, &labels);
    frame_text(canvas->frame, area, area.column, area.row + 1 + (int)side->rows,
               (Style){.ink = INK_RULE}, buf_str(&labels));
}

// Both with the same decimals.
static void measure_numbers(Side *side, const Matrix *a, const Matrix *b, int digits)
{
    NumberColumn one = number_column(a, digits), other = number_column(b, digits);
    int d = one.decimals > other.decimals ? one.decimals : other.decimals;
    int width = one.width[d] > other.width[d] ? one.width[d] : other.width[d];
    side->decimals = d;
    side->width = width > LEAST_NUMBER ? width : LEAST_NUMBER;
}

static int label_columns(Canvas *canvas, const Matrix *matrix, int64_t rows)
{
    int widest = 0;
    for (int64_t row = 0; row < rows && matrix->row_dim >= 0; row++) {
        int columns = utf8_width(str_from(row_label(canvas, matrix, row)));
        if (columns > widest) widest = columns;
    }
    return matrix->row_dim >= 0 ? widest + 1 : 0;
}

// Are all rows shares? One alone may sum to 1 by chance.
static bool has_entropy(const Matrix *matrix, int64_t rows)
{
    for (int64_t row = 0; row < rows && row < matrix->rows; row++) {
        if (isnan(row_entropy(matrix, row))) return false;
    }
    return rows > 0 && matrix->rows > 0;
}

// The columns are as wide as their labels, where that leaves room for all of them.
static void widen(Canvas *canvas, Side *side, int room)
{
    int widest = 0;
    for (int64_t c = 0; c < side->columns && side->matrix.column_dim >= 0; c++) {
        const char *label = label_of(canvas, &side->matrix, side->matrix.column_dim, c);
        int columns = utf8_width(str_from(label));
        if (columns > widest) widest = columns;
    }
    int most = side->columns ? (int)(room / side->columns) - 2 : 0;
    if (widest > most) widest = most;
    if (widest > side->width) side->width = widest;
}

// As many rows and columns as fit, with fewer decimals where that makes more of them fit.
static Side side_of(Canvas *canvas, Matrix matrix, Matrix other, Rect area)
{
    Side side = {.matrix = matrix, .other = other};
    int64_t rows = area.rows - 2 > 0 ? area.rows - 2 : 0, columns = 0;
    side.rows = matrix.rows < rows ? matrix.rows : rows;
    side.label = label_columns(canvas, &matrix, side.rows);
    side.entropy = has_entropy(&matrix, side.rows) || has_entropy(&other, side.rows);
    int room = area.columns - 2 - side.label - (side.entropy ? ENTROPY_COLUMNS : 0);
    for (int digits = canvas->walk->digits; columns < matrix.columns; digits--) {
        measure_numbers(&side, &matrix, &other, digits);
        side.cell = side.width + 2;
        columns = room / side.cell;
        if (side.decimals <= LEAST_DECIMALS || digits == 0) break;
    }
    side.columns = matrix.columns < columns ? matrix.columns : columns > 0 ? columns : 1;
    if (side.columns == matrix.columns) widen(canvas, &side, room);
    return side;
}

// A tensor of another shape than the entry's, as a matrix.
static Matrix matrix_of(const Tensor *tensor, Matrix like)
{
    if (shape_equal(&tensor->shape, &like.tensor->shape)) {
        like.tensor = tensor;
        return like;
    }
    int n = tensor->shape.ndim;
    return (Matrix){.entry = like.entry,
                    .tensor = tensor,
                    .rows = n >= 2 ? tensor->shape.dim[n - 2] : 1,
                    .columns = n >= 1 ? tensor->shape.dim[n - 1] : 1,
                    .row_dim = n >= 2 ? n - 2 : -1,
                    .column_dim = n >= 1 ? n - 1 : -1};
}

static const char *side_title(Canvas *canvas, const Matrix *matrix, const char *how)
{
    const Shape *shape = &matrix->tensor->shape;
    return text_printf(canvas->arena, "%s   %s", how,
                       shape->ndim ? shape_times(canvas->arena, shape) : "");
}

// Returns the rows used.
static int draw_sides(Canvas *canvas, int entry, Rect area)
{
    const Walk *walk = canvas->walk;
    const Tensor *now = slip_output(&canvas->app->what_if.altered, entry);
    Index through = walk->selected.entry == entry ? walk->selected.at : (Index){0};
    Matrix before = walk_matrix(walk, entry, through);
    Matrix after = now ? matrix_of(now, before) : before;
    Rect left = area, right = area;
    left.columns = right.columns = (area.columns - 2) / 2;
    right.column += left.columns + 2;
    Side a = side_of(canvas, before, after, left), b = side_of(canvas, after, before, right);
    draw_side(canvas, &a, side_title(canvas, &before, "as it is"), false, left);
    if (now)
        draw_side(canvas, &b, side_title(canvas, &after, "with the switch"), true, right);
    else
        frame_text(canvas->frame, right, right.column, right.row, (Style){0},
                   STR("with the switch: shapes do not fit"));
    return 2 + (int)(b.rows > a.rows ? b.rows : a.rows);
}

// ---- what follows -------------------------------------------------------------------------------

static void draw_counts(Canvas *canvas, const int *entries, int count, int at, Rect area)
{
    Text text = {.arena = canvas->arena, .columns = area.columns};
    TextRun *runs = NEW_ARRAY(canvas->arena, TextRun, 2 * count + 1);
    int n = 0;
    for (int i = 0; i < count; i++) {
        int64_t cells, changed = whatif_changed_cells(&canvas->app->what_if, entries[i], &cells);
        const char *title = entry_title(canvas->walk->trace, entries[i], canvas->arena);
        Style style = {.attributes = i == at ? ATTR_BOLD : 0};
        const char *what = changed < 0 ? "of another shape"
                                       : text_printf(canvas->arena, "%lld of %lld",
                                                     (long long)changed, (long long)cells);
        runs[n++] = (TextRun){style, str_from(text_printf(canvas->arena, "%s%s %s%s", i ? " " : "",
                                                          title, what, i + 1 < count ? "," : ""))};
    }
    text_wrap(&text, STR("Changed cells: "), (Str){0}, runs, n);
    text_draw(&text, canvas->frame, area, 0);
}

void view_whatif(Canvas *canvas, Rect part)
{
    const WhatIf *whatif = &canvas->app->what_if;
    Rect area = {1, 1, part.columns - 2, part.rows - 2};
    int step = app_stage(canvas->app).step;
    canvas_rule(canvas, part, text_printf(canvas->arena, "what if?  step %d", step + 1),
                text_printf(canvas->arena, "%d of %d", whatif->at + 1, whatif->count));
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
    int used = draw_list(canvas, whatif, area);
    int *entries, count = whatif_entries(whatif, canvas->arena, &entries);
    area.row += used;
    area.rows -= used;
    if (count == 0 || area.rows < 6) return;
    int at = canvas->app->what_if_shown < count ? canvas->app->what_if_shown : count - 1;
    Rect rule = {0, area.row, part.columns, 1};
    canvas_rule(canvas, rule, entry_code(canvas->walk, entries[at], canvas->arena),
                count > 1 ? text_printf(canvas->arena, "tensor %d of %d: Tab", at + 1, count) : "");
    Rect sides = {area.column, area.row + 1, area.columns, area.rows - 4};
    used = draw_sides(canvas, entries[at], sides) + 2;
    Rect below = {area.column, area.row + used, area.columns, area.rows - used};
    draw_counts(canvas, entries, count, at, below);
}
