// What a figure points at: parts of a matrix in a frame, with the rest quiet, arrows from cell to
// cell, and texts beside the matrix.
#pragma once

#include "figure/page/pen.h"
#include "figure/parts/axis.h"
#include "figure/parts/cells.h"

// Some rows and columns of a matrix, as it is drawn. No rows or columns: all there are from the
// first one on.
typedef struct FigureRegion {
    const char *name; // as the user calls it, "cat,sat"
    int entry;        // of which tensor; -1: of each in the figure
    bool is_of_one;   // of its matrices, the one that has this cell; else of each
    Index at;
    int64_t row, column, rows, columns;
} FigureRegion;

typedef enum FocusKind { FOCUS_FRAME, FOCUS_ARROW, FOCUS_NOTE } FocusKind;

typedef struct FocusMark {
    FocusKind kind;
    FigureRegion at, to; // to: the cell that an arrow ends at, in the same matrix
    const char *text;    // of a note
} FocusMark;

typedef struct FigureFocus {
    FocusMark *mark; // frames first: where there are any, all other cells are quiet
    int count;
} FigureFocus;

// The cells with what points at them, except for notes. `focus` may be NULL.
void focus_draw_cells(const FigureFocus *focus, const Cells *cells, const Pen *pen);

// The rows and columns that are framed, but not all of them at once, keep their labels. `focus` may
// be NULL.
void focus_keep_labels(const FigureFocus *focus, const Matrix *matrix, AxisPair *axes,
                       Arena *arena);

// A frame around cells.
void focus_draw_frame(const FigureRegion *region, const Cells *cells, const Pen *pen);

// For the alternative text, sentences: " Framed: cat,sat. An arrow from 0,1 to 1,2. At 0,1:
// largest."
void focus_describe(const FigureFocus *focus, Buf *out);

// Texts to the right of a matrix, one below the other, each with an arrow to its cell.
typedef struct Callout {
    const FocusMark *note;
    FigureLines lines;
    double track; // where its arrow enters the matrix, and
    double top;   // where its text begins: from the top of the cells
    bool from_above;
} Callout;

typedef struct Callouts {
    Callout *callout; // from top to bottom
    int count;
    double left;          // of the texts, from the left end of the cells
    double width, height; // of all texts, the height from the top of the cells; 0: there are none
} Callouts;

// The notes of this matrix, in lines that suit a figure `figure_width` points wide (0: any).
// `focus` may be NULL; in the pen's arena.
Callouts callouts_fit(const FigureFocus *focus, const Cells *cells, double figure_width,
                      const Pen *pen);
void callouts_draw(const Callouts *callouts, const Cells *cells, const Pen *pen);
