// What reads, arranges and draws a grid of attention matrices knows of it together. Sizes are
// natural, in points; a sheet scales them (sheet.h).
#pragma once

#include "figure/kinds/head_list.h"
#include "figure/parts/axis.h"
#include "figure/parts/colorbar.h"

#include "study/attention/pattern.h"

static const double heads_gap = 14; // between matrices
static const double heads_caption_size = 9.5;
static const double heads_line = 13.5; // from one line of a caption to the next
static const double heads_label_size = 11;
static const double heads_title_height = 15;
static const double heads_bar_width = 180;

typedef enum CaptionPlace {
    CAPTION_BELOW,
    CAPTION_BESIDE,
    CAPTION_NAME_BESIDE, // the name of the matrix, and no more
    CAPTION_NONE,        // the name above it, and no more
} CaptionPlace;

// A matrix of the list as it is drawn.
typedef struct Tile {
    const HeadPanel *head;
    int row, column; // in the grid
    Plane plane;
    Pattern pattern;
} Tile;

typedef struct HeadsFigure {
    const FigureRequest *request;
    Pen pen;
    HeadList list;
    Tile *tile; // for each of the list
    Scale scale;
    ColorBar bar;
    double name;                  // width of the widest name of a matrix
    int captions;                 // lines of each
    const char *title, *subtitle; // NULL: none

    // The rest is arranged.
    int rows, columns;
    double unit; // of the axes: their least labels are as large as captions
    Axis row_axis, column_axis;
    AxisFit row_fit, column_fit;
    double side_x, side_y; // of one matrix
    CaptionPlace place;
    bool bar_above, bar_below;
    double width, height; // of all but the margins
} HeadsFigure;

// Chooses the grid, the size of the matrices and the places of captions and bar for the size asked
// for: the largest matrices with text that can be read. (heads_layout.c)
void heads_arrange(HeadsFigure *h, const AxisPair *axes);

bool heads_names_beside(const HeadsFigure *h); // or above
double heads_beside_width(const HeadsFigure *h);
int heads_name_lines(const HeadsFigure *h); // beside
double heads_column_pitch(const HeadsFigure *h);
double heads_row_pitch(const HeadsFigure *h);
double heads_title_room(const HeadsFigure *h);             // of each matrix, above it
bool heads_titled(const HeadsFigure *h, const Tile *tile); // has it its own title?
double heads_bar_over(const HeadsFigure *h); // how far its numbers extend beyond the ends
double heads_left(const HeadsFigure *h);     // from the left edge to the first matrix
