// All cells of a block are equally wide, as wide as the widest number: a matrix is a grid.
#include "figure/parts/block.h"

#include "base/text/number.h"
#include "figure/parts/cells.h"
#include "trace/names/labels.h"

#include <inttypes.h>
#include <math.h>

// In units.
static const double block_name_size = 12.5;
static const double block_label_size = 10;
static const double block_letter_size = 11; // of the role
static const double block_chip_height = 17;
static const double block_title_height = 25;
static const double block_cell_height = 25;
static const double block_bracket = 5; // between the bracket and the cells
static const double least_cell = 28;
static const double label_cell = 44; // as wide a cell gets for the sake of level labels
static const double heat_side = 132;
static const double smallest_heat = 4;
static const double thinnest_heat = 14; // of all rows, or all columns, of a long matrix

static const double longest_name = 22; // in font sizes
static const double longest_label = 7; // likewise

// ---- numbers ----------------------------------------------------------------------------------

static double block_value(const FigureBlock *block, int row, int column)
{
    return matrix_value(&block->matrix, block->rows.shown.at[row], block->columns.shown.at[column]);
}

static Seen block_seen(const FigureBlock *block, const Pen *pen, int row, int column)
{
    Index at =
        matrix_index(&block->matrix, block->rows.shown.at[row], block->columns.shown.at[column]);
    return sight_of(&pen->sight, (Cell){block->entry, at});
}

bool block_shows(const FigureBlock *block, int row, int column)
{
    return block->rows.shown.at[row] >= 0 && block->columns.shown.at[column] >= 0;
}

static int shown_values(const FigureBlock *block, const Pen *pen, double *value)
{
    int count = 0;
    for (int row = 0; row < block->rows.shown.count; row++) {
        for (int column = 0; column < block->columns.shown.count; column++) {
            if (block_shows(block, row, column) && block_seen(block, pen, row, column) == SEEN)
                value[count++] = block_value(block, row, column);
        }
    }
    return count;
}

static const char *block_number(const FigureBlock *block, const Pen *pen, double value)
{
    Buf text = {.arena = pen->figure->arena};
    if (block->by_hand && isfinite(value) && value != floor(value)) {
        bool is_zero = fabs(value) < 0.5 * pow(10, -block->decimals); // no -0.00
        buf_printf(&text, "%.*f", block->decimals, is_zero ? 0 : value);
        number_typeset(&text, 0);
        return buf_text(&text);
    }
    plane_write(&block->matrix, value, block->decimals, block->largest, &text);
    return buf_text(&text);
}

static void choose_digits(FigureBlock *block, int most, const Pen *pen)
{
    enum { FEW_COLUMNS = 4, FEW_DECIMALS = 2 };
    bool is_float32 = block->matrix.tensor->dtype != DTYPE_FLOAT64;
    double value[MOST_LINES * MOST_LINES] = {0};
    int count = shown_values(block, pen, value);
    if (most == 0 && block->columns.shown.count > FEW_COLUMNS) most = FEW_DECIMALS;
    block->decimals = 0;
    block->largest = 0;
    for (int i = 0; i < count; i++) {
        int decimals = number_decimals(value[i], is_float32, plane_digits(most));
        if (decimals > block->decimals) block->decimals = decimals;
        if (isfinite(value[i])) block->largest = fmax(block->largest, fabs(value[i]));
    }
    double widest = 0, boldest = 0; // a marked number is bold, and needs its box
    for (int i = 0; i < count; i++) {
        const char *number = block_number(block, pen, value[i]);
        widest = fmax(widest, pen_width(pen, number, false));
        boldest = fmax(boldest, pen_width(pen, number, true));
    }
    block->cell_width = fmax(widest * block_number_size + 11, boldest * block_number_size + 8);
    block->cell_width = fmax(least_cell, ceil(block->cell_width));
    double labels = ceil(block->columns.widest * block_label_size + 5);
    if (labels <= label_cell) block->cell_width = fmax(block->cell_width, labels);
}

// ---- measuring --------------------------------------------------------------------------------
//
// Where the parts of a block are. Its title is over its brackets: from the left one on where
// they are wide enough, else over their middle, reaching beyond them.

static const double gap_side = 20; // of what is left out
static const double title_gap = 6; // between the name and the shape
static const double diagonal = 0.70710678;

static double block_side(const BlockSide *lines, int i, double side)
{
    return lines->shown.at[i] < 0 ? gap_side : side;
}

static double block_extent(const BlockSide *lines, double side)
{
    double extent = 0;
    for (int i = 0; i < lines->shown.count; i++) extent += block_side(lines, i, side);
    return extent;
}

double block_cells_width(const FigureBlock *block)
{
    if (block->heat) return block->cell_width * (double)block->matrix.columns;
    return block_extent(&block->columns, block->cell_width);
}

double block_cells_height(const FigureBlock *block)
{
    if (block->heat) return block->cell_height * (double)block->matrix.rows;
    return block_extent(&block->rows, block->cell_height);
}

static bool block_labels_level(const FigureBlock *block)
{
    return block->columns.widest * block_label_size + 5 <= block->cell_width;
}

// Room above the cells for the labels of columns.
static double labels_height(const FigureBlock *block)
{
    if (block->columns.widest == 0) return 0;
    if (block_labels_level(block)) return block_label_size + 7;
    return (block->columns.widest + 0.8) * block_label_size * diagonal + 5;
}

// How far slanted labels reach beyond the right bracket.
static double labels_overhang(const FigureBlock *block)
{
    if (block->columns.widest == 0 || block_labels_level(block)) return 0;
    double reach = (block->columns.widest + 0.5) * block_label_size * diagonal;
    return fmax(0, reach - block->cell_width / 2 - block_bracket);
}

static double block_chip_width(const FigureBlock *block, const Pen *pen)
{
    if (!block->sign.letter[0]) return 0;
    return fmax(block_chip_height,
                pen_width(pen, block->sign.letter, true) * block_letter_size + 9);
}

static double block_chip_room(const FigureBlock *block, const Pen *pen)
{
    double chip = block_chip_width(block, pen);
    return chip > 0 ? chip + 6 : 0;
}

static double title_width(const FigureBlock *block, const Pen *pen)
{
    double name = pen_width(pen, block->name, true) * block_name_size;
    double shape = pen_width(pen, block->shape, false) * block_label_size;
    return block_chip_room(block, pen) + name + (block->shape[0] ? title_gap + shape : 0);
}

static void measure_number(FigureBlock *block, const Pen *pen)
{
    block->width = pen_width(pen, block->name, false) * (block_number_size + 3) + 4;
    block->height = block_cell_height;
    block->middle = block_cell_height / 2;
    block->outline[OUTLINE_BODY] = (BlockOutline){0, 0, block->width, block->height};
}

static void block_measure(FigureBlock *block, const Pen *pen)
{
    if (block->is_number) {
        measure_number(block, pen);
        return;
    }
    double labels = block->rows.widest > 0 ? block->rows.widest * block_label_size + 6 : 0;
    double inside = block_cells_width(block), title = title_width(block, pen);
    double brackets = inside + 2 * block_bracket + 2;
    double title_left = labels + fmin(0, (brackets - title) / 2);
    double start = fmax(0, -title_left); // of the row labels
    block->title_left = start + title_left;
    block->left = start + labels + block_bracket + 1;
    block->top = block_title_height + labels_height(block);
    double bottom = block->top + block_cells_height(block) + 3;
    double right = start + labels + brackets, overhang = labels_overhang(block);
    block->outline[OUTLINE_TITLE] =
        (BlockOutline){block->title_left, 0, block->title_left + title, block_chip_height};
    if (block->columns.widest > 0)
        block->outline[OUTLINE_LABELS] =
            (BlockOutline){block->left, block_title_height, right + overhang, block->top};
    block->outline[OUTLINE_BODY] = (BlockOutline){start, block->top - 3, right, bottom};
    block->width = fmax(right + overhang, block->outline[OUTLINE_TITLE].right);
    block->height = bottom;
    block->middle = block->top + block_cells_height(block) / 2;
}

// ---- reading ----------------------------------------------------------------------------------

static const char *shape_text(const Matrix *matrix, Arena *arena)
{
    if (!matrix->tensor->shape.ndim) return "";
    if (matrix->tensor->shape.ndim == 1)
        return arena_printf(arena, "%" PRId64, matrix->tensor->shape.dim[0]);
    return arena_printf(arena, "%" PRId64 " × %" PRId64, matrix->rows, matrix->columns);
}

// "weights", or "weights[0,1]" for one matrix of several.
static const char *name_text(const Trace *trace, const FigureBlock *block, const Pen *pen)
{
    enum { DECIMALS_BY_HAND = 4 };
    Arena *arena = pen->figure->arena;
    const Matrix *matrix = &block->matrix;
    if (block->is_number && block->by_hand) {
        Buf number = {.arena = arena};
        number_trimmed(&number, tensor_get(matrix->tensor, (Index){0}), DECIMALS_BY_HAND);
        number_typeset(&number, 0);
        return buf_text(&number);
    }
    int leading = matrix->tensor->shape.ndim - 2;
    const char *title = slice_title(trace, block->entry, matrix->base, leading, arena);
    return pen_fit(pen, title, longest_name, true);
}

static void read_labels(BlockSide *side, const Trace *trace, int entry, int dim, bool words,
                        const Pen *pen)
{
    DimLabels labels = dim_labels(trace, entry, dim);
    for (int i = 0; i < side->shown.count; i++) {
        side->label[i] = "";
        if (words && !labels.items) continue;
        if (!labels.axis || side->shown.at[i] < 0) continue;
        const char *text = dim_label(&labels, side->shown.at[i], pen->figure->arena);
        side->label[i] = pen_fit_label(pen, text, longest_label);
        side->widest = fmax(side->widest, pen_width(pen, side->label[i], false));
    }
}

static bool choose_scale(FigureBlock *block, const Trace *trace, const BlockLook *look,
                         const Pen *pen)
{
    ScaleOptions options = look->scale;
    options.whole = true; // no bar shows where the colours end: all weights are on one scale
    Error error = {.arena = pen->figure->arena}; // too large for colours: then numbers
    if (!plane_of(&block->plane, trace, block->matrix, pen->sight, error.arena, &error))
        return false;
    scale_read(&block->scale, &block->plane);
    return scale_choose(&block->scale, &options, pen->theme, &error);
}

static void read_heat(FigureBlock *block)
{
    double longest = (double)(block->matrix.rows > block->matrix.columns ? block->matrix.rows
                                                                         : block->matrix.columns);
    double side = fmin(heat_side / longest, 22);
    side = fmax(side, fmin(smallest_heat, 2 * heat_side / longest));
    block->cell_width = fmax(side, thinnest_heat / (double)block->matrix.columns);
    block->cell_height = fmax(side, thinnest_heat / (double)block->matrix.rows);
}

void block_read(FigureBlock *block, const Trace *trace, int entry, Index at, BlockLook look,
                const Pen *pen)
{
    const Tensor *tensor = trace->entries[entry].call.output;
    int ndim = tensor->shape.ndim, most = look.most ? look.most : 8;
    *block = (FigureBlock){.entry = entry,
                           .place = -1,
                           .cell_height = block_cell_height,
                           .by_hand = look.by_hand,
                           .boxes = look.boxes};
    block->matrix = matrix_shown(trace, entry, at);
    block->is_number = tensor->is_number && !trace->entries[entry].name;
    block->name = name_text(trace, block, pen);
    block->shape = shape_text(&block->matrix, pen->figure->arena);
    const char *held = entry_held(trace, entry, pen->figure->arena);
    if (held) block->shape = arena_printf(pen->figure->arena, "%s, %s", block->shape, held);
    block->role = role_of(trace, entry);
    block->of_pairs = role_is_of_pairs(block->role);
    block->sign = theme_role(pen->theme, block->role);
    block->sign.letter = role_sign(block->role).letter;
    bool empty = shape_count(&tensor->shape) == 0;
    int64_t row = matrix_row_of(&block->matrix, at), column = matrix_column_of(&block->matrix, at);
    block->rows.shown = excerpt_ends(empty ? 0 : block->matrix.rows, most, row);
    block->columns.shown = excerpt_ends(empty ? 0 : block->matrix.columns, most, column);
    bool can_heat = look.heat && ndim > 0 && !empty;
    block->heat = can_heat && choose_scale(block, trace, &look, pen);
    if (!block->heat) {
        read_labels(&block->rows, trace, entry, block->matrix.row_dim, look.by_hand, pen);
        read_labels(&block->columns, trace, entry, block->matrix.column_dim, look.by_hand, pen);
    }
    if (block->heat)
        read_heat(block);
    else
        choose_digits(block, look.digits, pen);
    block_measure(block, pen);
}

void block_mark(FigureBlock *block, Index at, CellMark mark)
{
    int ndim = block->matrix.tensor->shape.ndim;
    for (int dim = 0; dim < ndim - 2; dim++) {
        if (at.at[dim] != block->matrix.base.at[dim]) return;
    }
    int row = excerpt_find(&block->rows.shown, matrix_row_of(&block->matrix, at));
    int column = excerpt_find(&block->columns.shown, matrix_column_of(&block->matrix, at));
    if (row < 0 || column < 0 || block->mark[row][column] > mark) return;
    block->mark[row][column] = mark;
}

// ---- drawing ----------------------------------------------------------------------------------
//
// A block as shapes: its title, brackets and labels, and its cells as numbers or colours.

static void draw_title(const FigureBlock *block, const Pen *pen, double x, double y)
{
    double chip = block_chip_width(block, pen), middle = y + block_chip_height / 2;
    if (chip > 0) {
        pen_box(pen, x, y, chip, block_chip_height, 4, block->sign.chip);
        pen_bold(pen, x + chip / 2, middle, block->sign.letter, block_letter_size, ALIGN_MIDDLE,
                 block->sign.text);
    }
    x += block_chip_room(block, pen);
    pen_bold(pen, x, middle, block->name, block_name_size, ALIGN_START, pen->theme->text);
    x += pen_width(pen, block->name, true) * block_name_size + 6;
    if (block->shape[0])
        pen_text(pen, x, middle, block->shape, block_label_size, ALIGN_START, pen->theme->muted);
}

static void draw_bracket(const Pen *pen, double x, double y, double height, double serif)
{
    const double stroke = 1.5;
    Color color = pen->theme->text;
    double corner = x - (serif > 0 ? stroke / 2 : -stroke / 2);
    pen_stroke(pen, x, y, 0, height, stroke, color);
    pen_stroke(pen, corner, y, serif, 0, stroke, color);
    pen_stroke(pen, corner, y + height, serif, 0, stroke, color);
}

// `value` NULL: without a title.
static void mark_cell(const FigureBlock *block, const Pen *pen, int shape, int row, int column,
                      const char *value)
{
    const Matrix *matrix = &block->matrix;
    int64_t at_row = block->rows.shown.at[row], at_column = block->columns.shown.at[column];
    CellName name = {block->rows.label[row], block->columns.label[column],
                     matrix->row_dim < 0 ? -1 : at_row, matrix->column_dim < 0 ? -1 : at_column,
                     block->of_pairs};
    figure_mark(pen->figure, shape, at_row, at_column,
                value ? cell_title(&name, value, pen->figure->arena) : NULL);
}

typedef struct MarkStyle {
    bool filled; // with the colour of the role, else with a tint of it
    bool tinted;
    double outline; // 0: none
    bool no_number;
} MarkStyle;

static const MarkStyle mark_style[] = {
    [MARK_NONE] = {0},
    [MARK_SOURCE] = {.tinted = true, .outline = 1},
    [MARK_RESULT] = {.filled = true, .outline = 2},
    [MARK_BLANK] = {.outline = 1, .no_number = true},
    [MARK_ANSWER] = {.tinted = true, .outline = 1},
    [MARK_OPENING] = {.tinted = true, .outline = 2, .no_number = true},
};

static void draw_box(const FigureBlock *block, const Pen *pen, MarkStyle style,
                     const FigureShape *box)
{
    const double tint = 0.26;
    FigureShape shape = *box;
    if (style.filled || style.tinted) {
        Color ground = pen->theme->background;
        shape.color = style.filled ? block->sign.chip : color_mix(ground, block->sign.chip, tint);
        figure_add(pen->figure, shape);
    }
    if (style.outline <= 0) return;
    shape.stroke = style.outline;
    shape.color = style.filled ? pen->theme->text : pen->theme->muted;
    figure_add(pen->figure, shape);
}

// "?" or "·" where it may not be seen.
static const char *number_shown(const FigureBlock *block, const Pen *pen, int row, int column)
{
    Seen seen = block_seen(block, pen, row, column);
    if (seen == SEEN) return block_number(block, pen, block_value(block, row, column));
    return seen == HIDDEN ? "?" : "·";
}

static const char *said_of(const FigureBlock *block, const Pen *pen, int row, int column)
{
    Seen seen = block_seen(block, pen, row, column);
    if (mark_style[block->mark[row][column]].no_number) return "to be filled in";
    return seen == SEEN ? number_shown(block, pen, row, column) : cell_unseen(seen);
}

// All of the cell can be pointed at, and nothing of it is seen.
static void draw_pointed(const FigureBlock *block, const Pen *pen, int row, int column, double x,
                         double y)
{
    figure_add(pen->figure, (FigureShape){.kind = SHAPE_RECTANGLE,
                                          .x = x,
                                          .y = y,
                                          .width = block->cell_width,
                                          .height = block->cell_height});
    mark_cell(block, pen, pen->figure->count - 1, row, column, said_of(block, pen, row, column));
}

static void draw_cell_box(const FigureBlock *block, const Pen *pen, int row, int column, double x,
                          double y)
{
    MarkStyle style = mark_style[block->mark[row][column]];
    FigureShape box = {.kind = SHAPE_RECTANGLE,
                       .x = x + 1.5,
                       .y = y + 1.5,
                       .width = block->cell_width - 3,
                       .height = block->cell_height - 3,
                       .radius = 3};
    int first = pen->figure->count;
    draw_box(block, pen, style, &box);
    if (block->boxes)
        draw_pointed(block, pen, row, column, x, y);
    else if (style.no_number)
        mark_cell(block, pen, first, row, column, said_of(block, pen, row, column));
}

static void draw_number(const FigureBlock *block, const Pen *pen, int row, int column, double x,
                        double y)
{
    MarkStyle style = mark_style[block->mark[row][column]];
    double width = block->cell_width, height = block->cell_height;
    if (style.no_number) return;
    double value = block_value(block, row, column);
    Seen seen = block_seen(block, pen, row, column);
    bool special = (seen != SEEN || !isfinite(value)) && !style.filled;
    Color ink = style.filled ? block->sign.text : special ? pen->theme->muted : pen->theme->text;
    pen_text(pen, x + width / 2, y + height / 2, number_shown(block, pen, row, column),
             block_number_size, ALIGN_MIDDLE, ink)
        ->bold = style.filled;
    mark_cell(block, pen, pen->figure->count - 1, row, column,
              block->boxes ? NULL : said_of(block, pen, row, column));
}

// What is left out: "…" beside the first row, dots one above the other below the first column.
static void draw_dots(const FigureBlock *block, const Pen *pen, int row, int column, double x,
                      double y)
{
    bool no_row = block->rows.shown.at[row] < 0, no_column = block->columns.shown.at[column] < 0;
    double width = block_side(&block->columns, column, block->cell_width);
    double height = block_side(&block->rows, row, block->cell_height);
    FigureShape *dots = pen_text(pen, x + width / 2, y + height / 2, "···", block_number_size,
                                 ALIGN_MIDDLE, pen->theme->muted);
    dots->bold = true;
    dots->angle = no_row && no_column ? 45 : no_row ? 90 : 0;
}

typedef void CellDraw(const FigureBlock *block, const Pen *pen, int row, int column, double x,
                      double y);

static void draw_cells(const FigureBlock *block, const Pen *pen, double x, double y, CellDraw *cell,
                       CellDraw *gap)
{
    for (int row = 0; row < block->rows.shown.count; row++) {
        double left = x;
        for (int column = 0; column < block->columns.shown.count; column++) {
            CellDraw *draw = block_shows(block, row, column) ? cell : gap;
            if (draw) draw(block, pen, row, column, left, y);
            left += block_side(&block->columns, column, block->cell_width);
        }
        y += block_side(&block->rows, row, block->cell_height);
    }
}

static void draw_numbers(const FigureBlock *block, const Pen *pen, double x, double y)
{
    figure_group(pen->figure, "cells");
    draw_cells(block, pen, x, y, draw_cell_box, NULL);
    figure_group_end(pen->figure);
    figure_group(pen->figure, "numbers")->is_passive = block->boxes;
    draw_cells(block, pen, x, y, draw_number, draw_dots);
    figure_group_end(pen->figure);
}

static void draw_heat(const FigureBlock *block, const Pen *pen, double x, double y)
{
    AxisPair axes = {.rows.step = 1, .columns.step = 1, .of_pairs = block->of_pairs};
    Cells cells = {.plane = &block->plane,
                   .axes = &axes,
                   .scale = &block->scale,
                   .x = x,
                   .y = y,
                   .width = block->cell_width,
                   .height = block->cell_height};
    cells_draw(&cells, pen);
}

static void draw_row_labels(const FigureBlock *block, const Pen *pen, double x, double y)
{
    figure_group(pen->figure, "row-labels");
    for (int row = 0; row < block->rows.shown.count; row++) {
        double height = block_side(&block->rows, row, block->cell_height);
        if (block->rows.label[row] && block->rows.label[row][0])
            pen_text(pen, x, y + height / 2, block->rows.label[row], block_label_size, ALIGN_END,
                     pen->theme->muted);
        y += height;
    }
    figure_group_end(pen->figure);
}

static void draw_column_labels(const FigureBlock *block, const Pen *pen, double x, double y)
{
    bool level = block_labels_level(block);
    double above = 4 + (level ? 0.5 : 0.3) * block_label_size;
    figure_group(pen->figure, "column-labels");
    for (int column = 0; column < block->columns.shown.count; column++) {
        double width = block_side(&block->columns, column, block->cell_width);
        const char *text = block->columns.label[column];
        if (text && text[0])
            pen_text(pen, x + width / 2 - (level ? 0 : 0.15 * block_label_size), y - above, text,
                     block_label_size, level ? ALIGN_MIDDLE : ALIGN_START, pen->theme->muted)
                ->angle = level ? 0 : -45;
        x += width;
    }
    figure_group_end(pen->figure);
}

static void draw_matrix(const FigureBlock *block, const Pen *pen, double x, double y)
{
    double left = x + block->left, top = y + block->top;
    double width = block_cells_width(block), height = block_cells_height(block);
    figure_group(pen->figure, "title");
    draw_title(block, pen, x + block->title_left, y);
    figure_group_end(pen->figure);
    if (block->heat)
        draw_heat(block, pen, left, top);
    else
        draw_numbers(block, pen, left, top);
    draw_row_labels(block, pen, left - block_bracket - 6, top);
    draw_column_labels(block, pen, left, top - 2);
    if (block->matrix.tensor->shape.ndim == 0) return;
    figure_group(pen->figure, "brackets");
    draw_bracket(pen, left - block_bracket, top - 2, height + 4, 6);
    draw_bracket(pen, left + width + block_bracket, top - 2, height + 4, -6);
    figure_group_end(pen->figure);
}

void block_draw(const FigureBlock *block, const Pen *pen, double x, double y)
{
    if (block->is_number) {
        pen_text(pen, x + block->width / 2, y + block->middle, block->name, block_number_size + 3,
                 ALIGN_MIDDLE, pen->theme->text);
        return;
    }
    const char *class = block->role == ROLE_NONE ? "matrix" : role_name(block->role);
    FigureGroup *group = figure_group(pen->figure, class);
    group->title = block->name;
    group->place = block->place;
    draw_matrix(block, pen, x, y);
    figure_group_end(pen->figure);
}
