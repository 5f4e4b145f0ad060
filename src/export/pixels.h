// What formats without pixels need of a shape: its points, and its colours.
#pragma once

#include "figure/figure.h"

enum { MOST_RECTANGLES = 20000 }; // in one file

// May this image as well be drawn as rectangles? Counts them in `*rectangles`.
bool pixels_as_rectangles(const FigureShape *image, int *rectangles);

// Neighbours in a row of an image that have one colour, as one rectangle: the run that begins at
// pixel `*at`, which moves behind it; false: there is none. Each reaches into the next ones, so
// they are to be drawn in this order.
bool pixels_next_run(const FigureShape *image, int *at, FigureShape *run);

// The run of pixels `first` to `last` of a row.
FigureShape pixels_run(const FigureShape *image, int row, int first, int last);

// How many points of a polygon or a curve are drawn: of a curve whole parts; 0: none.
int points_drawn(const FigureShape *shape);

typedef struct GradientStop {
    double at; // 0 … 1
    Color color;
} GradientStop;

// As few stops as give each colour of a gradient to within one of 255; at least two. In `arena`.
int gradient_stops(const FigureShape *gradient, Arena *arena, GradientStop **stops);

// Does it run from the top down? Else from left to right.
bool gradient_is_upright(const FigureShape *gradient);

// Numbers of files that are text. Each is valid until the ninth one after it, so that several fit
// into one buf_printf().
// With at most two decimals, none where there is nothing to say: "12", "12.5", "0.25".
const char *coordinate(double value);
// The same with more.
const char *coordinate_exact(double value);
