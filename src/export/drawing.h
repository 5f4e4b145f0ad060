// Figures drawn with cairo: as pixels and as PDF.
#pragma once

#include "export/bytes.h"
#include "figure/figure.h"

#include "base/error.h"

enum { MAX_RASTER_SIDE = 20000, MAX_RASTER_PIXELS = 200000000 };

// Pixels, row by row without gaps.
typedef struct Raster {
    int width, height;
    int channels;          // 3: RGB, 4: RGBA, not premultiplied
    unsigned char *pixels; // from malloc: raster_free()
} Raster;

// Draws the figure with `scale` pixels to the point. `*missing` gets the number of characters that
// no font of this machine has (drawn as boxes). Errors: too large, no fonts at all.
bool figure_rasterize(const Figure *figure, double scale, Raster *raster, int *missing,
                      Error *error);

void raster_free(Raster *raster);

// The whole file. Title and description are in it, for who cannot see the figure. Errors: those of
// drawing, too little memory.
bool figure_pdf(const Figure *figure, Output *output, Error *error);
