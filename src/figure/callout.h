// Texts to the right of a matrix, one below the other, each with an arrow to its cell.
#pragma once

#include "figure/focus.h"
#include "figure/lines.h"

typedef struct Callout {
    const FocusNote *note;
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
