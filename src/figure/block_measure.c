// Where the parts of a block stand. Its title stands over its brackets: from the left one on where
// they are wide enough, else over their middle, reaching beyond them.
#include "figure/block_parts.h"

#include <math.h>

static const double gap_side = 20; // of what is left out
static const double title_gap = 6; // between the name and the shape
static const double diagonal = 0.70710678;

double block_side(const BlockSide *lines, int i, double side)
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

bool block_labels_level(const FigureBlock *block)
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

double block_chip_width(const FigureBlock *block, const Pen *pen)
{
    if (!block->sign.letter[0]) return 0;
    return fmax(block_chip_height,
                pen_width(pen, block->sign.letter, true) * block_letter_size + 9);
}

double block_chip_room(const FigureBlock *block, const Pen *pen)
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
    block->outline[OUTLINE_BODY] = (Outline){0, 0, block->width, block->height};
}

void block_measure(FigureBlock *block, const Pen *pen)
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
        (Outline){block->title_left, 0, block->title_left + title, block_chip_height};
    if (block->columns.widest > 0)
        block->outline[OUTLINE_LABELS] =
            (Outline){block->left, block_title_height, right + overhang, block->top};
    block->outline[OUTLINE_BODY] = (Outline){start, block->top - 3, right, bottom};
    block->width = fmax(right + overhang, block->outline[OUTLINE_TITLE].right);
    block->height = bottom;
    block->middle = block->top + block_cells_height(block) / 2;
}
