// Figures as SVG and PDF: shapes and fonts, sharp at any size.
#pragma once

#include "figure/figure.h"

#include "base/error.h"

// The whole file, from malloc; free() it. `*missing` as for figure_rasterize(). Title and
// description are in it, for who cannot see the figure. Errors: those of drawing, too little
// memory, and an SVG of more than one page.
unsigned char *figure_pdf(const Figure *figure, size_t *size, int *missing, Error *error);
// Its text as outlines of glyphs: looks the same everywhere, and cannot be edited.
unsigned char *figure_svg_paths(const Figure *figure, size_t *size, int *missing, Error *error);
