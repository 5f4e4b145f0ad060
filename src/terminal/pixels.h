// Pictures on a terminal that shows them: by kitty's protocol, by iTerm2's, as sixels, or else as
// half blocks, a character for two pixels.
#pragma once

#include "base/buf.h"
#include "base/color.h"

typedef enum PixelWay {
    PIXELS_NONE,
    PIXELS_BLOCKS, // the writer's: a character in two colours is no protocol
    PIXELS_SIXEL,
    PIXELS_ITERM, // and WezTerm, mintty
    PIXELS_KITTY, // and Ghostty, Konsole
} PixelWay;

typedef struct Pixels { // how a terminal shows pictures
    PixelWay way;
    int cell_width, cell_height; // of a character's cell
    int most_width, most_height; // of a picture; 0: as large as the screen
    int colors;                  // of sixels, at the same time; 0: usual
    Color page;                  // behind them
} Pixels;

typedef struct Image {
    int width, height;
    const unsigned char *rgb; // row by row, without gaps; NULL: none
    Str png;                  // the same as a file
} Image;

// Shows an image at the cursor, on `columns` by `rows` cells. The cursor is elsewhere afterwards.
void pixels_write(const Pixels *pixels, const Image *image, int columns, int rows, Buf *out);

// Takes away what was shown, where writing over it would not.
void pixels_remove(const Pixels *pixels, Buf *out);

// An image as sixels, in at most `colors` colours (0: 256); nothing is added where memory is short.
// sixel.c alone knows libsixel.
void sixel_write(const Image *image, int colors, Buf *out);
void sixel_library(Buf *out); // "libsixel 1.10.3"
