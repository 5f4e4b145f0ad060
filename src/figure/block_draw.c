// A block as shapes: its title, brackets and labels, and its cells as numbers or colours.
#include "figure/block_parts.h"
#include "figure/cells.h"

#include <math.h>

static void draw_title(const FigureBlock *block, const Pen *pen, double x, double y)
{
    double chip = block_chip_width(block, pen), middle = y + block_chip_height / 2;
    if (chip > 0) {
        pen_box(pen, x, y, chip, block_chip_height, 4, block->sign.chip);
        pen_text(pen, x + chip / 2, middle, block->sign.letter, block_letter_size, ALIGN_MIDDLE,
                 block->sign.text)
            ->bold = true;
    }
    x += block_chip_room(block, pen);
    pen_text(pen, x, middle, block->name, block_name_size, ALIGN_START, pen->theme->text)->bold =
        true;
    x += pen_width(pen, block->name, true) * block_name_size + 6;
    if (block->shape[0])
        pen_text(pen, x, middle, block->shape, block_label_size, ALIGN_START, pen->theme->muted);
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

static void draw_cell(const FigureBlock *block, const Pen *pen, int row, int column, double x,
                      double y)
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
    double value = block_value(block, row, column);
    Seen seen = block_seen(block, pen, row, column);
    const char *unseen = seen == HIDDEN ? "?" : "·";
    bool special = (seen != SEEN || !isfinite(value)) && !style.filled;
    Color ink = style.filled ? block->sign.text : special ? pen->theme->muted : pen->theme->text;
    pen_text(pen, x + width / 2, y + height / 2,
             seen == SEEN ? block_number(block, pen, value) : unseen, block_number_size,
             ALIGN_MIDDLE, ink)
        ->bold = style.filled;
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

static void draw_numbers(const FigureBlock *block, const Pen *pen, double x, double y)
{
    for (int row = 0; row < block->rows.shown.count; row++) {
        double left = x;
        for (int column = 0; column < block->columns.shown.count; column++) {
            if (block_shows(block, row, column))
                draw_cell(block, pen, row, column, left, y);
            else
                draw_dots(block, pen, row, column, left, y);
            left += block_side(&block->columns, column, block->cell_width);
        }
        y += block_side(&block->rows, row, block->cell_height);
    }
}

static void draw_heat(const FigureBlock *block, const Pen *pen, double x, double y)
{
    Cells cells = {.plane = &block->plane,
                   .scale = &block->scale,
                   .x = x,
                   .y = y,
                   .width = block->cell_width,
                   .height = block->cell_height};
    cells_draw(&cells, pen);
}

static void draw_row_labels(const FigureBlock *block, const Pen *pen, double x, double y)
{
    for (int row = 0; row < block->rows.shown.count; row++) {
        double height = block_side(&block->rows, row, block->cell_height);
        if (block->rows.label[row] && block->rows.label[row][0])
            pen_text(pen, x, y + height / 2, block->rows.label[row], block_label_size, ALIGN_END,
                     pen->theme->muted);
        y += height;
    }
}

static void draw_column_labels(const FigureBlock *block, const Pen *pen, double x, double y)
{
    bool level = block_labels_level(block);
    double above = 4 + (level ? 0.5 : 0.3) * block_label_size;
    for (int column = 0; column < block->columns.shown.count; column++) {
        double width = block_side(&block->columns, column, block->cell_width);
        const char *text = block->columns.label[column];
        if (text && text[0])
            pen_text(pen, x + width / 2 - (level ? 0 : 0.15 * block_label_size), y - above, text,
                     block_label_size, level ? ALIGN_MIDDLE : ALIGN_START, pen->theme->muted)
                ->angle = level ? 0 : -45;
        x += width;
    }
}

void block_draw(const FigureBlock *block, const Pen *pen, double x, double y)
{
    if (block->is_number) {
        pen_text(pen, x + block->width / 2, y + block->middle, block->name, block_number_size + 3,
                 ALIGN_MIDDLE, pen->theme->text);
        return;
    }
    double left = x + block->left, top = y + block->top;
    double width = block_cells_width(block), height = block_cells_height(block);
    draw_title(block, pen, x + block->title_left, y);
    if (block->heat)
        draw_heat(block, pen, left, top);
    else
        draw_numbers(block, pen, left, top);
    draw_row_labels(block, pen, left - block_bracket - 6, top);
    draw_column_labels(block, pen, left, top - 2);
    if (block->matrix.tensor->shape.ndim == 0) return;
    draw_bracket(pen, left - block_bracket, top - 2, height + 4, 6);
    draw_bracket(pen, left + width + block_bracket, top - 2, height + 4, -6);
}
