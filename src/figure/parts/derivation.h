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

// Lines no wider than `room` units. `whole_row`: one line for each cell of the row. `pieces`: as
// far as they are written with that many, without the result; -1: all. Nothing for what the program
// gave.
void derivation_read(FigureDerivation *derivation, const Trace *trace, Cell cell, bool whole_row,
                     int pieces, int digits, double room, const Pen *pen);

void derivation_draw(const FigureDerivation *derivation, const Pen *pen, double x, double y);
