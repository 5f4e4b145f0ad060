// A matrix as it is in a formula: in brackets, its name and role above, its cells as numbers
// (or, small, as colours), some of them marked. What is large is shown in part: "…" represents the
// rows and columns left out. Sizes are in units.
#pragma once

#include "figure/page/pen.h"
#include "figure/page/plane.h"
#include "figure/page/scale.h"
#include "study/names/excerpt.h"

typedef enum CellMark {
    MARK_NONE,
    MARK_SOURCE, // goes into the result
    MARK_RESULT,
    MARK_BLANK,   // an empty box, to be filled in
    MARK_ANSWER,  // what belongs into such a box
    MARK_OPENING, // a result whose number is not known yet
} CellMark;

typedef struct BlockLook {
    int digits;         // as for plane_digits()
    int most;           // rows or columns that are shown; 0: 8
    bool heat;          // colours instead of numbers
    ScaleOptions scale; // of the colours
    bool boxes;         // each cell is one to point at, below its number
    bool by_hand;       // rounded as one does by hand, without powers of ten; labels that are words
} BlockLook;

// The parts of a block that nothing else may cover, as rectangles from its corner.
typedef struct BlockOutline {
    double left, top, right, bottom;
} BlockOutline;

enum { OUTLINE_TITLE, OUTLINE_LABELS, OUTLINE_BODY, OUTLINES }; // body: with labels of the rows

// The rows, or the columns, that are shown.
typedef struct BlockSide {
    Excerpt shown;
    const char *label[MOST_LINES]; // "" where there is none
    double widest;                 // of the labels, in font sizes
} BlockSide;

typedef struct FigureBlock {
    int entry;
    int place; // in an equation, from 0; -1: it is in none
    Matrix matrix;
    const char *name, *shape;
    Role role;
    bool of_pairs; // rows are queries, columns keys
    RoleSign sign;
    bool is_number; // no matrix, but a number written in the code
    bool heat;
    Plane plane; // of heat
    Scale scale;
    BlockSide rows, columns;
    int decimals;
    double largest; // of the numbers shown, see number_aligned()
    bool by_hand, boxes;
    CellMark mark[MOST_LINES][MOST_LINES];

    double title_left;
    BlockOutline outline[OUTLINES]; // without height: there is none
    double cell_width, cell_height;
    double left, top;     // from the corner to the first cell
    double width, height; // of everything
    double middle;        // from the top to the line that signs are on
} FigureBlock;

// The matrix of an entry's output that `at` is in, with the cell `at` among those shown.
void block_read(FigureBlock *block, const Trace *trace, int entry, Index at, BlockLook look,
                const Pen *pen);

// Marks a cell, if it is shown and not marked more strongly.
void block_mark(FigureBlock *block, Index at, CellMark mark);

// `x`, `y`: the upper left corner of everything. In a group that has the name of its role.
void block_draw(const FigureBlock *block, const Pen *pen, double x, double y);

// Of the cells that are shown: is it one, and no "…"?
bool block_shows(const FigureBlock *block, int row, int column);
double block_cells_width(const FigureBlock *block);
double block_cells_height(const FigureBlock *block);

static const double block_number_size = 13; // units
