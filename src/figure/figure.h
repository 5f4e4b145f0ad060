// A figure: a list of shapes with sizes in points, made from numbers, drawn by export/.
//
// The origin is the upper left corner, y grows downwards. Writers know nothing of tensors; what
// makes a figure knows nothing of file formats. Colours are sRGB; how opaque a shape is, its colour
// says.
#pragma once

#include "base/buf.h"
#include "base/color.h"

typedef enum ShapeKind {
    SHAPE_RECTANGLE,
    SHAPE_TEXT,
    SHAPE_LINE,
    SHAPE_IMAGE,
    SHAPE_GRADIENT, // an IMAGE of one row or column whose colours run into each other
    SHAPE_POLYGON,
    SHAPE_CURVE,
    SHAPE_PAGE, // what follows is on the next page, of the same size
} ShapeKind;

typedef enum Align { ALIGN_START, ALIGN_MIDDLE, ALIGN_END } Align;

typedef struct Point {
    double x, y;
} Point;

// A part of a figure, which some formats keep: SVG makes a group of it. See figure_group().
typedef struct FigureGroup {
    struct FigureGroup *parent; // NULL: it is a part of the figure itself
    const char *name;           // "cells", "row-labels"
    int number;                 // of several with this name, from 1; 0: there is one
    const char *title;          // plain text, or NULL
    int64_t layer, head;        // of attention; -1: none
    int place;                  // of a matrix in its equation, from 0; -1: none
    bool is_passive;            // who points at it means what is below it
} FigureGroup;

// What a shape represents.
typedef struct FigureMark {
    int64_t row, column; // of a matrix; -1: no cell
    const char *title;   // plain text: "the → cat 0.4683", or why there is no number
} FigureMark;

// Of a figure that is light or dark as its reader wishes.
typedef enum FigureScheme { SCHEME_BOTH, SCHEME_LIGHT, SCHEME_DARK } FigureScheme;

typedef struct FigureShape {
    ShapeKind kind;
    double x,
        y; // RECTANGLE, IMAGE, GRADIENT: upper left; LINE: start; TEXT: anchor, vertically
           // centred
    double width, height; // the same; LINE: x and y distance to its end
    double radius;        // RECTANGLE: of its corners
    double stroke; // LINE: width; RECTANGLE, POLYGON, CURVE: 0 filled, else outline of this width
    double dash;   // of what is stroked: length of dashes and gaps; 0: solid
    Color color;
    // POLYGON: its corners. CURVE: cubic Bézier curves; the start, then for each curve two control
    // points and its end
    const Point *points;
    int point_count;
    // TEXT
    const char *text;
    double size;  // of the font
    double angle; // degrees, clockwise
    Align align;
    bool bold, mono;
    // IMAGE: pixel_rows x pixel_columns colours, drawn without smoothing. GRADIENT: evenly spaced
    const Color *pixels;
    int pixel_rows, pixel_columns;
    const FigureGroup *group; // the innermost one that it is in, or NULL
    const FigureMark *mark;   // of an IMAGE one for each pixel, row by row; or NULL
    Color dark;               // what `color` is where the figure is dark
    FigureScheme scheme;      // where it is seen
} FigureShape;

typedef struct Figure {
    Arena *arena;
    double width, height; // points
    Color background;
    const char *kind;  // "heatmap", or NULL
    const char *title; // plain text: metadata and alt text
    const char *description;
    const char *font;    // family of all text that is not mono; NULL: sans-serif
    FigureShape *shapes; // drawn in order
    int count;
    size_t capacity;
    FigureGroup *group; // that the next shapes are in, or NULL
    bool has_dark;      // its shapes have two colours, see figure_add_dark()
    Color dark_ground;  // then the background where it is dark
} Figure;

// Width of `text` in points, for layout. Supplied by the writer that will draw it (real fonts) or
// by a test (a constant for each letter).
typedef struct Measure {
    double (*text_width)(const void *context, const char *text, double size, bool bold, bool mono);
    const void *context;
} Measure;

FigureShape *figure_add(Figure *figure, FigureShape shape);

// What is added from here on is in a new part of the figure, inside of the current one, up to
// figure_group_end(). A part to which nothing is added does not exist.
FigureGroup *figure_group(Figure *figure, const char *name);
void figure_group_end(Figure *figure);
// Says what a shape that was added represents.
void figure_mark(Figure *figure, int shape, int64_t row, int64_t column, const char *title);

// Gives a figure the colours of another one that was drawn in the same way in dark ones. What only
// one of them has is seen in its scheme alone.
void figure_add_dark(Figure *figure, const Figure *dark);

// Adds the pages of another figure behind its own, with copies of what they are made of, but for
// groups and marks, which no format of several pages keeps. The first one's size, background and
// font are those of all; title and description the last one's.
void figure_append(Figure *figure, const Figure *more);

// Would they be drawn alike? A field that a shape gets is compared here as well.
bool figure_shapes_equal(const FigureShape *a, const FigureShape *b);

int figure_pages(const Figure *figure);
void figure_keep_first_page(Figure *figure);

// The size of the smallest font in it; 0: there is no text.
double figure_smallest_text(const Figure *figure);
