// An image as sixels; the one file that knows libsixel.
#pragma once

#include "terminal/pixels.h"

// Adds it, in at most so many colours (0: 256). Nothing is added where memory is short.
void sixel_write(const Image *image, int colors, Buf *out);

void sixel_library(Buf *out); // "libsixel 1.10.3"
