// The coloured cells of a heatmap, with their numbers where there is room.
#pragma once

#include "figure/page/pen.h"
#include "figure/page/scale.h"
#include "figure/parts/axis.h"

enum { MOST_TITLED_CELLS = 4096 }; // of more in one figure none has a title

typedef struct Cells {
    const Plane *plane;
    const Scale *scale;
    double x, y, width, height; // of one cell; x, y: of the first
    int decimals;
    bool hundredths;          // numbers are shares, ".16"
    double text_size;         // 0: no numbers
    double least;             // smaller ones are not written, whatever their sign; 0: all are
    const FigurePhoto *photo; // under them: then they have neither numbers nor gaps; or NULL
    bool upright;             // they are turned by 90 degrees
    const bool *quiet;        // of each cell, row by row: is it not the point now? NULL: none is
    const AxisPair *axes;     // for the titles of cells; NULL: they have none
    int title_decimals;       // of the numbers there
} Cells;

// A cell by its labels, for its title. A label that is NULL or "" is not known.
typedef struct CellName {
    const char *row_label, *column_label;
    int64_t row, column; // -1: there is one row, or one column
    bool of_pairs;       // of a query and a key
} CellName;

// "the → cat 0.4683", or where it is no weight "row the, column 2: 0.4683".
const char *cell_title(const CellName *name, const char *value, Arena *arena);
// In place of the number of a cell that may not be seen.
const char *cell_unseen(Seen seen);

// Chooses decimals and font size for the cells' numbers; none where they would be too small to
// read. `most` as for plane_digits().
void cells_fit_text(Cells *cells, int most, const Pen *pen);

// Half of the last decimal where many numbers of a table of some size look like zero, which says
// little one by one; else 0.
double cells_least(const Cells *cells);

// Between two cells; half of it is left free around them all.
double cells_gap(const Cells *cells, double unit);

// In the groups "cells" and "numbers".
void cells_draw(const Cells *cells, const Pen *pen);

// What the colour bar does not explain: swatches of the cells that are masked or no finite number,
// which numbers are not written, and how many cells a pixel represents. Drawn from `x`, centred on
// `y`; returns where it ends, `x` where there is nothing.
double cells_draw_legend(const Cells *cells, const Pen *pen, double x, double y);
double cells_legend_width(const Cells *cells, const Pen *pen); // 0: there is nothing to explain
