// A matrix over the whole screen, up to 4096 x 4096 and more: numbers, heat at two sizes, or all of
// it by blocks. What it costs to draw depends on the screen, not on the matrix: only visible cells
// are read, and the largest number of each block is found once, when the matrix is opened.
#pragma once

#include "terminal/frame.h"
#include "trace/labels.h"
#include "walk/blocks.h"

struct App;

typedef enum LargeZoom {
    ZOOM_NUMBERS, // 8 columns a cell
    ZOOM_WIDE,    // heat, 2 columns a cell
    ZOOM_NARROW,  // heat, 1 column a cell
    ZOOM_ALL,     // the whole matrix; each character is the largest number of a block
    ZOOM_COUNT
} LargeZoom;

typedef struct LargeView {
    Matrix matrix;    // of an entry's output, or an average of heads: then it has no cells of
    bool is_average;  //   its own in the trace, and the entry only gives it its labels
    const char *name; // "weights", "average of 8 heads of weights"
    DimLabels row_labels, column_labels; // of the entry's output
    Blocks blocks;
    int64_t row, column;             // the selected cell
    int64_t first_row, first_column; // the window's corner; it moves no further than it must
    LargeZoom zoom, before_all;      // `before_all`: what Tab goes back to
    unsigned from;                   // the screen that it was opened from
    Arena arena;
} LargeView;

// Where everything stands: a pure function of the screen's size and the view (large_layout.c).
typedef struct LargeLayout {
    Rect labels, cells;
    Rect overview;                     // inside its frame; 0 rows: not shown
    int label_columns, cell_columns;   // of a row's label, of a cell
    int64_t block_rows, block_columns; // cells that one place stands for: 1, but in ZOOM_ALL
    int64_t first_row, first_column;   // the window
    int64_t rows, columns;             // cells in it
} LargeLayout;

LargeLayout large_layout(const struct App *app, const LargeView *view, Arena *arena);
// The name of a row or column: its label, else its number (large_layout.c).
const char *large_label(const DimLabels *labels, int64_t at, Arena *arena);

// Opens the matrix that `cell` lies in, or `average` with the labels of the cell's entry.
void large_open(struct App *app, Cell cell, const Tensor *average, const char *name, unsigned from);
void large_free(LargeView *view);

// What keys do; each returns whether anything changed.
bool large_open_selected(struct App *app); // of the walk
bool large_leave(struct App *app);
bool large_move(struct App *app, int move); // a Move
bool large_go_to_peak(struct App *app, int direction);
bool large_zoom_out(struct App *app);
bool large_zoom_in(struct App *app);
bool large_toggle_all(struct App *app);
bool large_to_walk(struct App *app); // to the cell's arithmetic
bool large_move_slice(struct App *app, int by);
bool large_jump_to(struct App *app, int64_t row, int64_t column);
// Goes to a cell of the tensor that is shown, in whatever slice. False: it is another tensor's.
bool large_show(struct App *app, Cell cell);

// Goes to the cell, or the part of the overview, where the mouse is.
bool large_click(struct App *app, int number);
bool large_click_overview(struct App *app, int number);

// Are all numbers of the row computed, and none of them a question?
bool large_row_is_open(const struct App *app, int64_t row);
// The next peak of the selected row to the right (1) or left (-1): its column, or -1.
int64_t large_peak(const struct App *app, int direction);
