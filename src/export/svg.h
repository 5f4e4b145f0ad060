// Figures as SVG that others edit.
#pragma once

#include "export/text.h"
#include "figure/figure.h"

// The whole file, in `figure->arena`. Its text is text; with text_outline() it is outlines of
// glyphs, which look the same everywhere and cannot be edited, and `*missing` gets the number of
// characters that no font has. Title and description are in it. Errors: no fonts at all, too little
// memory for an image.
bool svg_write(const Figure *figure, TextOutline *outline, Buf *out, int *missing, Error *error);

// Its parts, for who puts shapes of several figures into one file: all before the shapes, and what
// ends it. `prefix` makes the ids of some shapes differ from those of others.
void svg_begin(const Figure *figure, Buf *out);
bool svg_shapes(const Figure *figure, const char *prefix, Buf *out, Error *error);
void svg_end(Buf *out);
