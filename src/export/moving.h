// Movements as files: pixels (GIF, APNG) and shapes (SVG). Each returns the whole file, from
// malloc, to be freed. The options have a scale and a speed. `*missing` as for figure_rasterize().
#pragma once

#include "export/export.h"

unsigned char *movement_gif(const Movement *movement, const ExportOptions *options, size_t *size,
                            int *missing, Error *error);

// Each frame has exactly the pixels of the still figure.
unsigned char *movement_apng(const Movement *movement, const ExportOptions *options, size_t *size,
                             int *missing, Error *error);

// Without a script; a viewer that knows no animation shows the last frame.
unsigned char *movement_svg(const Movement *movement, const ExportOptions *options, size_t *size,
                            int *missing, Error *error);

void gif_library(Buf *out); // "giflib 5.2.1"
