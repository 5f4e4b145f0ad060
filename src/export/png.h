// Pixels as a PNG file.
#pragma once

#include "base/buf.h"

#include "export/bytes.h"

typedef struct PngInput {
    int width, height;
    int channels; // 3: RGB, 4: RGBA
    const unsigned char *pixels;
    bool even;              // flat areas (drawings), not noise: which filter packs best
    double pixels_per_inch; // 0: not said
    const char *title;      // stored in the file, or NULL; UTF-8
    const char *description;
} PngInput;

// The whole file. False: there is no memory for it.
bool png_encode(const PngInput *input, Bytes *file);

// Adds a chunk whose data come in two pieces, either of which may be empty. False: no memory.
bool png_add_chunk(Bytes *file, const char *type, const void *head, size_t head_size,
                   const void *data, size_t size);

void png_library(Buf *out); // "libdeflate 1.14"
