// Figures as files.
#pragma once

#include "figure/figure.h"

#include "base/error.h"

typedef struct ExportOptions {
    double scale;  // pixels per point; 0: EXPORT_SCALE
    bool force;    // replace an existing file
    Buf *warnings; // NULL, or where to say what is not as it should be, a line each
} ExportOptions;

#define EXPORT_SCALE 2.0

// The widths that text will have when it is drawn, for whoever lays out a figure.
Measure export_measure(void);

// Writes the figure to `path`, in the format that its ending names (.png), or as PNG to standard
// output where path is "-". The same figure gives the same bytes. `*bytes` gets the file's size.
//
// Errors: an ending that names no known format, a figure too large, no fonts, a terminal instead
// of a pipe, and all of file_create() and file_write(). No half file is ever left.
bool export_figure(const Figure *figure, const char *path, const ExportOptions *options,
                   Arena *arena, size_t *bytes, Error *error);
