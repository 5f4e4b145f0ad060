// What cairo leaves out of an SVG.
#pragma once

#include "figure/figure.h"

// A copy of the file that cairo wrote, with title, description and role of the figure, for screen
// readers, with ids that count from 1 (cairo's say how many surfaces this process made before), and
// with images that are not smoothed.
// From malloc; NULL when there is no memory.
unsigned char *svg_finish(const Figure *figure, const unsigned char *plain, size_t plain_size,
                          size_t *size);
