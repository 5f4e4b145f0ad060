// The arithmetic of a cell, or of the first cells of a row, as lines of text below an equation.
#pragma once

#include "figure/page/pen.h"
#include "trace/explain/explain.h"

typedef struct FigureDerivation {
    const char **line; // `count` of them, in the figure's arena
    int count;
    size_t capacity;
    double width, height; // units
} FigureDerivation;

// Lines no wider than `room` units. `whole_row`: one line for each cell of the row. Nothing for
// what the program gave.
void derivation_read(FigureDerivation *derivation, const Trace *trace, Cell cell, bool whole_row,
                     int digits, double room, const Pen *pen);

// The same lines of a cell as far as they are written with that many pieces, without the result.
void derivation_read_begun(FigureDerivation *derivation, const Trace *trace, Cell cell, int pieces,
                           int digits, double room, const Pen *pen);

void derivation_draw(const FigureDerivation *derivation, const Pen *pen, double x, double y);
