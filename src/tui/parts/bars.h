// Shares as bars, in eighths of a character, each with its number.
//
//     where q0 looks
//     k0 █▎      6 %
//     k1 █████████▍  47 %
#pragma once

#include "tui/parts/equation.h"
#include "walk/flow.h"

// A share of `columns`; what is more than nothing is at least an eighth of one.
void bar_write(Buf *out, double share, int columns);

// " looks at mat (0.34), the (0.22)": the keys with the most weight in a row of the matrix.
void looks_write(const Trace *trace, const Matrix *matrix, const FlowRow *row, Buf *out);

// What the selected row of attention weights in the equation looks at, if there is one and room for
// it in the area.
void bars_of_equation(Canvas *canvas, const Equation *equation, Rect area);
