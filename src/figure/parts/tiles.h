// Small matrices in a grid, with labels at the first of each row and column, a name and some words
// at each, on one scale. The grid follows the page: as many columns as its proportions suggest.
// What is written about each matrix is below it, beside it where the page is wide, or gives way.
#pragma once

#include "figure/kind.h"
#include "figure/page/box.h"
#include "figure/parts/colorbar.h"

enum { TILE_LINES = 3 };

typedef struct TileLine {
    const char *text, *number; // which is not cut; or NULL
} TileLine;

typedef struct Tile {
    const char *title; // NULL: none
    const char *whole; // the title with what is said elsewhere: "layer 5 · head 3"; or NULL
    bool is_head;      // then `head` is its number, `layer` that of its layer or -1
    int64_t layer, head;
    TileLine line[TILE_LINES];
    int lines;
    bool is_named;      // its first line is a name
    const bool *framed; // of its cells, row by row; NULL: none
    Plane plane;
    int row, column;
} Tile;

typedef enum TileForm {
    TILE_BELOW, // lines below it, the title above
    TILE_BESIDE,
    TILE_TITLE_BESIDE, // and no lines
    TILE_BARE,         // the title above it, and no more
} TileForm;

typedef struct TileGrid {
    Pen pen;
    const FigureRequest *request;
    const char *title, *subtitle; // NULL: none
    Tile *tile;
    int count;
    const char *const *row_name; // of each row, whose tiles have their places; NULL: they are free
    int rows, columns;
    bool one_row_of_titles; // they are the columns'
    bool scale_each;        // each matrix on its own scale
    bool no_bar;            // words say what the colours mean
    bool numbered;          // cells have their numbers where there is room
    bool labels_all;        // rather with small letters than without some labels
    bool hundredths;        // which are shares, ".16"
    AxisPair axes;
    double above;            // height of what is between heading and grid
    const char *const *note; // below all of it, each from a new line
    int notes;
    double least_width; // of the figure
    double natural; // the longer side of a matrix where no size is asked for; 0: by their number

    // The rest is arranged.
    Scale scale;
    ColorBar bar;
    double name;        // width of the widest title
    double *note_width; // each
    int lines;          // the most
    double unit;        // of the axes: their least labels are as large as lines
    unsigned given;     // concessions
    double zoom;        // of all of it, about
    double largest;     // share of all matrices, with all given up; 0: not tried yet
    AxisFit row_fit, column_fit;
    double side_x, side_y; // of one matrix
    TileForm form;
    bool bar_above, bar_below, has_numbers;
    double width, height; // of all but the margins
} TileGrid;

// The scale of all that was read, and the bar.
bool tiles_scale(TileGrid *grid, Error *error);

// All of the figure: heading, what `above` draws as wide as the figure (or NULL), grid, legend and
// bar. Its size is that asked for. Errors: it cannot be recognised at that size.
bool tiles_draw(TileGrid *grid, BoxDraw above, const void *what, Error *error);
