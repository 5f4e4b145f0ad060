// Pixels as a PNG file.
#pragma once

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct PngInput {
    int width, height;
    int channels; // 3: RGB, 4: RGBA
    const unsigned char *pixels;
    bool even;              // flat areas (drawings), not noise: which filter packs best
    double pixels_per_inch; // 0: not said
    const char *title;      // stored in the file, or NULL; UTF-8
    const char *description;
} PngInput;

// The whole file, from malloc; free() it. NULL when there is no memory for it.
unsigned char *png_encode(const PngInput *input, size_t *size);

void png_library(Buf *out); // "libdeflate 1.14"
