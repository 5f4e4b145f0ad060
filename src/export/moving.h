// Movements as files: pixels (GIF, APNG) and shapes (SVG). Each returns the whole file, from
// malloc, to be freed. `*missing` as for figure_rasterize().
#pragma once

#include "figure/movement.h"

typedef struct MovingOptions {
    double scale; // pixels per point; of an SVG none
    double speed; // 2: twice as fast
    int loops;    // how often all of it is shown; 0: without end
} MovingOptions;

unsigned char *movement_gif(const Movement *movement, const MovingOptions *options, size_t *size,
                            int *missing, Error *error);

// Each frame has exactly the pixels of the still figure.
unsigned char *movement_apng(const Movement *movement, const MovingOptions *options, size_t *size,
                             int *missing, Error *error);

// Without a script; a viewer that knows no animation shows the last frame.
unsigned char *movement_svg(const Movement *movement, const MovingOptions *options, size_t *size,
                            int *missing, Error *error);

void gif_library(Buf *out); // "giflib 5.2.1"
