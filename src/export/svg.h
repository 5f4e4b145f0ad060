// Figures as SVG that others edit.
#pragma once

#include "figure/figure.h"

#include "base/error.h"

// The whole file, its text as text, in `figure->arena`. Title and description are in it. Errors: no
// fonts at all, too little memory for an image.
bool svg_write(const Figure *figure, Buf *out, Error *error);

// Its parts, for who puts shapes of several figures into one file: all before the shapes, and what
// ends it. `prefix` makes the ids of some shapes differ from those of others.
void svg_begin(const Figure *figure, Buf *out);
bool svg_shapes(const Figure *figure, const char *prefix, Buf *out, Error *error);
void svg_end(Buf *out);
