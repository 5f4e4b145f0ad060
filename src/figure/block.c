// All cells of a block are equally wide, as wide as the widest number: a matrix is a grid.

#include "figure/block.h"

#include "figure/cells.h"
#include "trace/explain.h"

#include <inttypes.h>
#include <math.h>

// In units.
static const double number_size = 13;
static const double name_size = 12.5;
static const double label_size = 10;
static const double chip_height = 17;
static const double title_height = 25;
static const double least_cell = 28;
static const double label_cell = 44; // as wide a cell gets for the sake of level labels
static const double cell_height = 25;
static const double bracket = 5; // between the bracket and the cells
static const double heat_side = 132;
static const double smallest_heat = 4;
static const double diagonal = 0.70710678;

static const double longest_name = 22; // in font sizes

Color color_mix(Color from, Color to, double part)
{
    return (Color){
        .r = (uint8_t)lround(from.r + (to.r - from.r) * part),
        .g = (uint8_t)lround(from.g + (to.g - from.g) * part),
        .b = (uint8_t)lround(from.b + (to.b - from.b) * part),
        .a = 255,
    };
}

// ---- numbers ----------------------------------------------------------------------------------

// A plane of the cells that are shown, so that the others need not be looked at.
static double value_at(const Block *block, int row, int column)
{
    return plane_value(&block->plane, block->rows.at[row], block->columns.at[column]);
}

static bool is_shown(const Block *block, int row, int column)
{
    return block->rows.at[row] >= 0 && block->columns.at[column] >= 0;
}

static int shown_values(const Block *block, double *value)
{
    int count = 0;
    for (int row = 0; row < block->rows.count; row++) {
        for (int column = 0; column < block->columns.count; column++) {
            if (is_shown(block, row, column)) value[count++] = value_at(block, row, column);
        }
    }
    return count;
}

static const char *number_text(const Block *block, const Pen *pen, double value)
{
    Buf text = {.arena = pen->figure->arena};
    digits_write(block->digits, value, &text);
    return buf_text(&text);
}

static void choose_digits(Block *block, int most, const Pen *pen)
{
    enum { FEW_COLUMNS = 4 };
    double value[MOST_LINES * MOST_LINES] = {0};
    int count = shown_values(block, value);
    if (most == 0 && block->columns.count > FEW_COLUMNS) most = FEWEST_DECIMALS;
    block->digits = digits_of(&block->plane, value, count, most);
    double widest = 0;
    for (int i = 0; i < count; i++)
        widest = fmax(widest, pen_width(pen, number_text(block, pen, value[i]), false));
    block->cell_width = fmax(least_cell, ceil(widest * number_size + 11));
    double labels = ceil(block->columns.widest * label_size + 5);
    if (labels <= label_cell) block->cell_width = fmax(block->cell_width, labels);
}

// ---- size -------------------------------------------------------------------------------------

static double cells_width(const Block *block)
{
    if (block->heat) return block->cell_width * (double)block->plane.columns;
    return excerpt_extent(&block->columns, block->cell_width);
}

static double cells_height(const Block *block)
{
    if (block->heat) return block->cell_height * (double)block->plane.rows;
    return excerpt_extent(&block->rows, block->cell_height);
}

static bool labels_level(const Block *block)
{
    return block->columns.widest * label_size + 5 <= block->cell_width;
}

// Room above the cells for the labels of columns.
static double labels_height(const Block *block)
{
    if (block->columns.widest == 0) return 0;
    if (labels_level(block)) return label_size + 7;
    return (block->columns.widest + 0.8) * label_size * diagonal + 5;
}

static double labels_overhang(const Block *block)
{
    if (block->columns.widest == 0 || labels_level(block)) return 0;
    double reach = (block->columns.widest + 0.5) * label_size * diagonal;
    return fmax(0, reach - block->cell_width / 2 - bracket);
}

static double chip_width(const Block *block, const Pen *pen)
{
    if (!block->sign.letter[0]) return 0;
    return fmax(chip_height, pen_width(pen, block->sign.letter, true) * 11 + 9);
}

static double chip_room(const Block *block, const Pen *pen)
{
    double chip = chip_width(block, pen);
    return chip > 0 ? chip + 6 : 0;
}

static void measure_number(Block *block, const Pen *pen)
{
    block->width = pen_width(pen, block->name, false) * (number_size + 3) + 4;
    block->height = cell_height;
    block->middle = cell_height / 2;
}

static void measure(Block *block, const Pen *pen)
{
    if (block->is_number) {
        measure_number(block, pen);
        return;
    }
    block->title_width = chip_room(block, pen) + pen_width(pen, block->name, true) * name_size + 6 +
                         pen_width(pen, block->shape, false) * label_size;
    double labels = block->rows.widest > 0 ? block->rows.widest * label_size + 6 : 0;
    double body = labels + cells_width(block) + 2 * bracket + 2 + labels_overhang(block);
    double spare =
        fmax(0, labels + block->title_width - body); // a long title stands over the middle
    block->left = labels + bracket + 1 + spare / 2;
    block->top = title_height + labels_height(block);
    double right = block->left + cells_width(block) + bracket + 1 + labels_overhang(block);
    block->width = right + spare / 2;
    block->title_left = labels;
    block->height = block->top + cells_height(block) + 3;
    block->middle = block->top + cells_height(block) / 2;
}

// ---- reading ----------------------------------------------------------------------------------

static const char *shape_text(const Plane *plane, Arena *arena)
{
    if (!plane->tensor->shape.ndim) return "";
    if (plane->row_dim < 0) return text_printf(arena, "%" PRId64, plane->columns);
    return text_printf(arena, "%" PRId64 " × %" PRId64, plane->rows, plane->columns);
}

// "weights", or "weights[0,1]" for one matrix of several.
static const char *name_text(const Trace *trace, const Block *block, const Pen *pen)
{
    Arena *arena = pen->figure->arena;
    Buf name = {.arena = arena};
    buf_printf(&name, "%s", entry_title(trace, block->entry, arena));
    int beyond = block->plane.tensor->shape.ndim - 2;
    for (int i = 0; i < beyond; i++)
        buf_printf(&name, "%s%" PRId64, i ? "," : "[", block->plane.base.at[i]);
    if (beyond > 0) buf_add_char(&name, ']');
    return pen_fit(pen, buf_text(&name), longest_name, true);
}

static bool choose_scale(Block *block, const BlockLook *look, const Pen *pen)
{
    Plane plane;
    Error error = {.arena = pen->figure->arena}; // too large for colours: then numbers
    if (!plane_of(&plane, block->plane.tensor, block->plane.base, error.arena, &error))
        return false;
    scale_read(&block->scale, &plane);
    return scale_choose(&block->scale, &look->scale, pen->theme, &error);
}

static void read_heat(Block *block)
{
    double longest = (double)(block->plane.rows > block->plane.columns ? block->plane.rows
                                                                       : block->plane.columns);
    double side = fmin(heat_side / longest, 22);
    block->cell_width = fmax(side, fmin(smallest_heat, 2 * heat_side / longest));
    block->cell_height = block->cell_width;
}

void block_read(Block *block, const Trace *trace, int entry, Index at, BlockLook look,
                const Pen *pen)
{
    const Tensor *tensor = trace->entries[entry].call.output;
    int ndim = tensor->shape.ndim, most = look.most ? look.most : 8;
    *block = (Block){.entry = entry, .cell_height = cell_height};
    plane_view(&block->plane, tensor, at);
    block->is_number = tensor->is_number && !trace->entries[entry].name;
    block->name = name_text(trace, block, pen);
    block->shape = shape_text(&block->plane, pen->figure->arena);
    block->sign = theme_role(pen->theme, role_of(trace, entry));
    bool empty = shape_count(&tensor->shape) == 0;
    excerpt_choose(&block->rows, empty ? 0 : block->plane.rows, most,
                   ndim > 1 ? at.at[ndim - 2] : 0);
    excerpt_choose(&block->columns, empty ? 0 : block->plane.columns, most,
                   ndim ? at.at[ndim - 1] : 0);
    bool can_heat = look.heat && ndim > 0 && !empty;
    block->heat = can_heat && choose_scale(block, &look, pen);
    if (!look.no_labels && !block->heat) {
        excerpt_label(&block->rows, trace, entry, block->plane.row_dim, pen);
        excerpt_label(&block->columns, trace, entry, block->plane.column_dim, pen);
    }
    if (block->heat)
        read_heat(block);
    else
        choose_digits(block, look.digits, pen);
    measure(block, pen);
}

void block_mark(Block *block, Index at, CellMark mark)
{
    int ndim = block->plane.tensor->shape.ndim;
    for (int dim = 0; dim < ndim - 2; dim++) {
        if (at.at[dim] != block->plane.base.at[dim]) return;
    }
    int row = excerpt_find(&block->rows, ndim > 1 ? at.at[ndim - 2] : 0);
    int column = excerpt_find(&block->columns, ndim ? at.at[ndim - 1] : 0);
    if (row < 0 || column < 0 || block->mark[row][column] > mark) return;
    block->mark[row][column] = mark;
}

// ---- drawing ----------------------------------------------------------------------------------

static void draw_text(const Pen *pen, double x, double y, const char *text, double size,
                      Align align, Color color, bool bold)
{
    figure_add(pen->figure, (FigureShape){.kind = SHAPE_TEXT,
                                          .x = x,
                                          .y = y,
                                          .text = text,
                                          .size = size,
                                          .align = align,
                                          .bold = bold,
                                          .color = color});
}

static void draw_title(const Block *block, const Pen *pen, double x, double y)
{
    double chip = chip_width(block, pen), middle = y + chip_height / 2;
    if (chip > 0) {
        figure_add(pen->figure, (FigureShape){.kind = SHAPE_RECTANGLE,
                                              .x = x,
                                              .y = y,
                                              .width = chip,
                                              .height = chip_height,
                                              .radius = 4,
                                              .color = block->sign.chip});
        draw_text(pen, x + chip / 2, middle, block->sign.letter, 11, ALIGN_MIDDLE, block->sign.text,
                  true);
    }
    x += chip_room(block, pen);
    draw_text(pen, x, middle, block->name, name_size, ALIGN_START, pen->theme->text, true);
    x += pen_width(pen, block->name, true) * name_size + 6;
    if (block->shape[0])
        draw_text(pen, x, middle, block->shape, label_size, ALIGN_START, pen->theme->muted, false);
}

static void draw_bracket(const Pen *pen, double x, double y, double height, double serif)
{
    const double stroke = 1.5;
    Color color = pen->theme->text;
    FigureShape line = {.kind = SHAPE_LINE, .stroke = stroke, .color = color};
    line.x = x;
    line.y = y;
    line.height = height;
    figure_add(pen->figure, line);
    line.x = x - (serif > 0 ? stroke / 2 : -stroke / 2);
    line.height = 0;
    line.width = serif;
    figure_add(pen->figure, line);
    line.y = y + height;
    figure_add(pen->figure, line);
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
};

static void draw_box(const Block *block, const Pen *pen, MarkStyle style, const FigureShape *box)
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

static void draw_cell(const Block *block, const Pen *pen, int row, int column, double x, double y)
{
    MarkStyle style = mark_style[block->mark[row][column]];
    double width = block->cell_width, height = block->cell_height;
    FigureShape box = {.kind = SHAPE_RECTANGLE,
                       .x = x + 1.5,
                       .y = y + 1.5,
                       .width = width - 3,
                       .height = height - 3,
                       .radius = 3};
    draw_box(block, pen, style, &box);
    if (style.no_number) return;
    double value = value_at(block, row, column);
    bool special = !isfinite(value) && !style.filled;
    Color ink = style.filled ? block->sign.text : special ? pen->theme->muted : pen->theme->text;
    draw_text(pen, x + width / 2, y + height / 2, number_text(block, pen, value), number_size,
              ALIGN_MIDDLE, ink, style.filled);
}

// What is left out: "…" beside the first row, dots one above the other below the first column.
static void draw_dots(const Block *block, const Pen *pen, int row, int column, double x, double y)
{
    bool no_row = block->rows.at[row] < 0, no_column = block->columns.at[column] < 0;
    double width = excerpt_side(&block->columns, column, block->cell_width);
    double height = excerpt_side(&block->rows, row, block->cell_height);
    FigureShape dots = {.kind = SHAPE_TEXT,
                        .x = x + width / 2,
                        .y = y + height / 2,
                        .text = "···",
                        .size = number_size,
                        .align = ALIGN_MIDDLE,
                        .bold = true,
                        .color = pen->theme->muted};
    dots.angle = no_row && no_column ? 45 : no_row ? 90 : 0;
    figure_add(pen->figure, dots);
}

static void draw_numbers(const Block *block, const Pen *pen, double x, double y)
{
    for (int row = 0; row < block->rows.count; row++) {
        double left = x;
        for (int column = 0; column < block->columns.count; column++) {
            if (is_shown(block, row, column))
                draw_cell(block, pen, row, column, left, y);
            else
                draw_dots(block, pen, row, column, left, y);
            left += excerpt_side(&block->columns, column, block->cell_width);
        }
        y += excerpt_side(&block->rows, row, block->cell_height);
    }
}

static void draw_heat(const Block *block, const Pen *pen, double x, double y)
{
    Cells cells = {.plane = &block->plane,
                   .scale = &block->scale,
                   .x = x,
                   .y = y,
                   .width = block->cell_width,
                   .height = block->cell_height};
    cells_draw(&cells, pen);
}

static void draw_row_labels(const Block *block, const Pen *pen, double x, double y)
{
    for (int row = 0; row < block->rows.count; row++) {
        double height = excerpt_side(&block->rows, row, block->cell_height);
        if (block->rows.label[row] && block->rows.label[row][0])
            draw_text(pen, x, y + height / 2, block->rows.label[row], label_size, ALIGN_END,
                      pen->theme->muted, false);
        y += height;
    }
}

static void draw_column_labels(const Block *block, const Pen *pen, double x, double y)
{
    bool level = labels_level(block);
    for (int column = 0; column < block->columns.count; column++) {
        double width = excerpt_side(&block->columns, column, block->cell_width);
        const char *text = block->columns.label[column];
        FigureShape label = {.kind = SHAPE_TEXT,
                             .x = x + width / 2 - (level ? 0 : 0.15 * label_size),
                             .y = level ? y - 4 - label_size / 2 : y - 4 - 0.3 * label_size,
                             .text = text,
                             .size = label_size,
                             .angle = level ? 0 : -45,
                             .align = level ? ALIGN_MIDDLE : ALIGN_START,
                             .color = pen->theme->muted};
        if (text && text[0]) figure_add(pen->figure, label);
        x += width;
    }
}

void block_draw(const Block *block, const Pen *pen, double x, double y)
{
    if (block->is_number) {
        draw_text(pen, x + block->width / 2, y + block->middle, block->name, number_size + 3,
                  ALIGN_MIDDLE, pen->theme->text, false);
        return;
    }
    double left = x + block->left, top = y + block->top;
    double width = cells_width(block), height = cells_height(block);
    draw_title(block, pen, x + block->title_left, y);
    if (block->heat)
        draw_heat(block, pen, left, top);
    else
        draw_numbers(block, pen, left, top);
    draw_row_labels(block, pen, left - bracket - 6, top);
    draw_column_labels(block, pen, left, top - 2);
    if (block->plane.tensor->shape.ndim == 0) return;
    draw_bracket(pen, left - bracket, top - 2, height + 4, 6);
    draw_bracket(pen, left + width + bracket, top - 2, height + 4, -6);
}
