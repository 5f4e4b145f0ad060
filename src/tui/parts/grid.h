// One matrix on the screen: a window of it, its numbers in columns with one decimal point, its
// labels and its marks. Of a tensor with more dimensions there are several side by side, its
// slices, as many as have room.
//
//     [Q] queries 3×3          title: role letter, name, shape
//     q0[( 1)( 0)( 2)]        a cell is mark, number, mark: nothing ever shifts
//     q1[  2   2   2 ]
//        d0  d1  d2           labels of the columns, where they are named: else their numbers
//     rows 0-1 of 3           only when not all is shown
#pragma once

#include "study/looks/number.h"
#include "study/names/excerpt.h"
#include "trace/names/labels.h"
#include "tui/core/canvas.h"
#include "tui/parts/heat.h"
#include "tui/parts/marks.h"

typedef struct Air {   // between cells, for eyes that are far away
    int rows, columns; // between two rows; on either side of a cell
} Air;

typedef struct Grid {
    Matrix matrix;
    Role role;
    const char *letter; // of its chip
    const char *name;   // "" for a number written in the code
    DimLabels row_labels, column_labels;
    NumberColumn numbers;                    // what they need
    HeatScale scale;                         // on which they are, where they have colours
    bool holds_shares;                       // that sum to 1 in each row: attention weights
    bool is_gradient;                        // its colours tell the sign
    int decimals;                            // of all cells
    int digits_width;                        // columns that the numbers themselves need
    int number_width;                        // columns of a number
    int label_width;                         // columns of the row labels
    int column_label;                        // columns that the widest column label asks for
    int whole_row_label, whole_column_label; // the same before they were cut
    bool repeats;                            // a matrix before it has the same row labels
    int digits;                              // what the user asked for
    Air air;
    bool abbreviated;       // "T" for True, and no air around numbers of one digit
    Span64 rows, columns;   // the window
    Span64 slices;          // those side by side
    int64_t slice_count;    // that could be
    bool is_told;           // all of it is seen, computed or not
    const Tensor *compared; // cells are marked that are others there; NULL: what edits changed
} Grid;

// The grid of a matrix with everything in its window and the labels of its entry, its numbers as
// wide as those of another one, too, or NULL.
Grid grid_of_matrix(const App *app, Matrix shown, const Matrix *beside, Arena *arena);

// Gives it other labels than those of its entry.
void grid_label(Grid *grid, DimLabels rows, DimLabels columns, Arena *arena);

// Makes the window at most so large, turning pages so that the cell `at` is in it.
void grid_window(Grid *grid, int64_t rows, int64_t columns, Index at);

// Writes True as T and lets numbers of one digit have one column, so that more of them fit.
void grid_abbreviate(Grid *grid);

// Cuts the labels of columns and of rows to so many characters, so that more of them fit.
enum { GRID_SHORT_ROW = 6 }; // "query0"
void grid_tighten(Grid *grid, int column_label, int row_label);
// Are the labels of its rows beside the same rows of `before`, too? Then they can be left out.
bool grid_repeats(const Grid *grid, const Grid *before, Arena *arena);
void grid_leave_labels(Grid *grid, bool out);
// Gives a cut label one column back; false: none is cut.
bool grid_loosen(Grid *grid);

// Shows fewer decimals than the user asked for, where that takes less room.
void grid_round(Grid *grid, int digits);

// Shows at most `slices` slices side by side, those around the cell `at`: a page of them.
void grid_stack(Grid *grid, int64_t slices, Index at);
bool grid_is_stack(const Grid *grid); // shows several

bool grid_has_heat(const Walk *walk, const Grid *grid);        // its numbers have colours now
int grid_columns(const Grid *grid);                            // on the screen, of the window
int grid_rows(const Grid *grid);                               // the same, without labels
int grid_cell_columns(const Grid *grid);                       // of one number with its marks
const char *grid_rows_note(const Grid *grid, Arena *arena);    // "rows 3-12 of 40", "" for all
const char *grid_columns_note(const Grid *grid, Arena *arena); // "columns 3-12 of 40"

int grid_title_columns(const Grid *grid, bool with_shape, Arena *arena); // whole
// The title in `columns`: shape and name give way before the letter.
void grid_draw_title(Canvas *canvas, const Grid *grid, Rect area);
// Rows of the window; the upper left corner is that of `area`. Puts the cursor on the selected
// cell.
void grid_draw(Canvas *canvas, const Grid *grid, Rect area, const Marks *marks);
// One row: of each slice its index and its labels, "[0] red".
void grid_draw_heads(Canvas *canvas, const Grid *grid, Rect area);
// One row of column labels.
void grid_draw_labels(Canvas *canvas, const Grid *grid, Rect area);
