// A movement as pixels: one frame after the other, and what changed since the one before.
#pragma once

#include "export/writers.h"
#include "figure/movement.h"

enum { MAX_MOVING_PIXELS = 16000000 }; // of one frame: two are kept at a time

typedef struct PixelFrame {
    int index;
    const Figure *figure; // what it was drawn from
    const Raster *raster;
    const Raster *before; // NULL: this is the first
    int left, top, width,
        height; // what differs from it; of the first, everything. Width 0: nothing
    double seconds;
} PixelFrame;

typedef bool PixelVisit(void *context, const PixelFrame *frame, Error *error);

// Draws all frames with `scale` pixels to the point. `*missing` as for figure_rasterize(): of the
// frame with the most. Errors: too large, those of drawing and of the visitor.
bool frames_each(const Movement *movement, double scale, int *missing, PixelVisit *visit,
                 void *context, Error *error);

// Where the pixel begins.
const unsigned char *raster_pixel(const Raster *raster, int x, int y);
