// What all figures that are put together from parts have in common: a margin, a title, and the size
// asked for. They are drawn at their natural size, one unit to the point, and scaled as a whole.
#pragma once

#include "figure/look.h"
#include "figure/page/pen.h"

enum { SHEET_MARGIN = 24 };

// A pen in the style that the options ask for. Errors: no such theme.
bool sheet_pen(Pen *pen, Figure *figure, const FigureLook *options, const Measure *measure,
               Error *error);

// Title in bold and a line below it (either may be NULL), from the upper left corner inside the
// margin; neither where the pen is untitled. The title is broken to lines as wide as what comes
// below, `*width`, or a bit wider. Returns where the rest begins; `*width` grows to what the text
// takes.
double sheet_heading(const Pen *pen, const char *title, const char *subtitle, double *width);

// The margin of the page, in points: a hair where the figure is bare, and less on a small page,
// which has its own margin where it is put.
double sheet_margin(const FigureLook *options);

// Points: the smallest letters that can be read where the figure is for.
double sheet_least_letter(const FigureLook *options);

// Ends a sheet whose contents reach from SHEET_MARGIN to `width`, `height` points: scales them to
// the size asked for, if there is one, less the margin of the page. Errors: nothing could be
// recognised; who asks what can be read looks at figure_smallest_text().
bool sheet_end(const Pen *pen, double width, double height, const FigureLook *options,
               Error *error);

// Scales all shapes from `first` on, and moves them.
void sheet_transform(Figure *figure, int first, double scale, double dx, double dy);
