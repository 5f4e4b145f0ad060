// Figures as SVG that others edit.
#pragma once

#include "figure/figure.h"

#include "base/error.h"

// The whole file, its text as text, in `figure->arena`. Title and description are in it. Errors: no
// fonts at all, too little memory for an image.
bool svg_write(const Figure *figure, Buf *out, Error *error);
