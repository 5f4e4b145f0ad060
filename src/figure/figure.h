// A figure: a list of shapes with sizes in points, made from numbers, drawn by export/.
//
// The origin is the upper left corner, y grows downwards. Writers know nothing of tensors; whoever
// makes a figure knows nothing of file formats. Colours are sRGB.
#pragma once

#include "base/buf.h"

#include <stdint.h>

typedef struct Color {
    uint8_t r, g, b, a; // a: 255 is opaque
} Color;

#define RGB(hex) ((Color){(uint8_t)((hex) >> 16), (uint8_t)((hex) >> 8), (uint8_t)(hex), 255})

typedef enum ShapeKind { SHAPE_RECTANGLE, SHAPE_TEXT, SHAPE_LINE, SHAPE_IMAGE } ShapeKind;

typedef enum Align { ALIGN_START, ALIGN_MIDDLE, ALIGN_END } Align;

typedef struct FigureShape {
    ShapeKind kind;
    double x, y; // RECTANGLE, IMAGE: upper left; LINE: start; TEXT: anchor, vertically centred
    double width, height; // RECTANGLE, IMAGE; LINE: x and y distance to its end
    double radius;        // RECTANGLE: of its corners
    double stroke;        // LINE: width; RECTANGLE: 0 filled, else outline of this width
    Color color;
    // TEXT
    const char *text;
    double size;  // of the font
    double angle; // degrees, clockwise
    Align align;
    bool bold, mono;
    // IMAGE: pixel_rows x pixel_columns colours, drawn without smoothing
    const Color *pixels;
    int pixel_rows, pixel_columns;
} FigureShape;

typedef struct Figure {
    Arena *arena;
    double width, height; // points
    Color background;
    const char *title; // plain text: metadata and alt text
    const char *description;
    FigureShape *shapes; // drawn in order
    int count;
    size_t capacity;
} Figure;

// Width of `text` in points, for layout. Supplied by the writer that will draw it (real fonts) or
// by a test (so many points a letter).
typedef struct Measure {
    double (*text_width)(void *context, const char *text, double size, bool bold, bool mono);
    void *context;
} Measure;

FigureShape *figure_add(Figure *figure, FigureShape shape);

// The display list as text, one shape a line, for tests.
void figure_print(const Figure *figure, Buf *out);
