// What the files that read, measure and draw a block know of it together.
#pragma once

#include "figure/block.h"

// In units.
static const double block_number_size = 13;
static const double block_name_size = 12.5;
static const double block_label_size = 10;
static const double block_letter_size = 11; // of the role
static const double block_chip_height = 17;
static const double block_title_height = 25;
static const double block_cell_height = 25;
static const double block_bracket = 5; // between the bracket and the cells

// ---- block.c: the cells that are shown, as they are; others need not be looked at ----

bool block_shows(const FigureBlock *block, int row, int column); // no "…"
Seen block_seen(const FigureBlock *block, const Pen *pen, int row, int column);
double block_value(const FigureBlock *block, int row, int column);
const char *block_number(const FigureBlock *block, const Pen *pen,
                         double value); // as it is written

// ---- block_measure.c ----

// One of the rows or columns, where those that are shown take `side` units each; a gap takes less.
double block_side(const BlockSide *lines, int i, double side);
double block_cells_width(const FigureBlock *block);
double block_cells_height(const FigureBlock *block);
bool block_labels_level(const FigureBlock *block); // of the columns: else they are slanted

// The chip with the role's letter before the name, and with the gap behind it; 0: no role.
double block_chip_width(const FigureBlock *block, const Pen *pen);
double block_chip_room(const FigureBlock *block, const Pen *pen);

// Fills the geometry of what has been read.
void block_measure(FigureBlock *block, const Pen *pen);
