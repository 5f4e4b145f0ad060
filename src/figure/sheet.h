// What all figures that are put together from parts have in common: a margin, a title, and the size
// asked for. They are drawn at their natural size, one unit to the point, and scaled as a whole.
#pragma once

#include "figure/look.h"
#include "figure/pen.h"

enum { SHEET_MARGIN = 24 };

// A pen in the style that the options ask for. Errors: no such theme.
bool sheet_pen(Pen *pen, Figure *figure, const FigureLook *options, const Measure *measure,
               Error *error);

// Title in bold and a line below it (either may be NULL), from the upper left corner inside the
// margin. The title is broken to lines as wide as what comes below, `*width`, or a bit wider.
// Returns where the rest begins; `*width` grows to what the text takes.
double sheet_heading(const Pen *pen, const char *title, const char *subtitle, double *width);

// Scales the shapes from number `first` on, and moves them.
void sheet_place(Figure *figure, int first, double scale, double dx, double dy);

// Ends a sheet whose contents reach from the margin to `width`, `height` points: adds the margin,
// and scales all to the size asked for, if there is one. Errors: too small to be read.
bool sheet_end(const Pen *pen, double width, double height, const FigureLook *options,
               Error *error);

// The same at a scale that is given, from the upper left corner; the size is that of the options.
bool sheet_end_at(const Pen *pen, double scale, const FigureLook *options);
