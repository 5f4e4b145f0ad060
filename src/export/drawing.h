// A figure's shapes drawn with cairo: one routine for every surface.
#pragma once

#include "figure/figure.h"

#include "base/error.h"

#include <cairo.h>

typedef struct Drawing {
    cairo_t *cr;
    const Figure *figure;
    double scale; // pixels per point; 0: no pixels, drawn in points
    int missing;  // characters that no font of this machine has (drawn as boxes)
    bool no_fonts;
    bool tagged;    // in a PDF: what the pages are, for screen readers
    int clips;      // that are open
    int rectangles; // that images became
} Drawing;

void drawing_draw(Drawing *drawing);

// What went wrong while drawing. Errors: no fonts at all, those of cairo.
bool drawing_check(const Drawing *drawing, Error *error);
