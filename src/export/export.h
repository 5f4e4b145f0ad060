// Figures as files.
#pragma once

#include "base/text/formula.h"
#include "figure/movement.h"
#include "figure/page/scale.h"

#include "base/error.h"

typedef enum ExportFormat {
    EXPORT_BY_NAME,
    EXPORT_PNG,
    EXPORT_SVG,
    EXPORT_PDF,
    EXPORT_TIKZ,
    EXPORT_GIF,
    EXPORT_APNG,
} ExportFormat;

typedef struct ExportOptions {
    ExportFormat format; // EXPORT_BY_NAME: as the file's ending says; PNG to standard output
    double scale;        // pixels per point; 0: EXPORT_SCALE
    bool force;          // replace an existing file
    double speed;        // of what moves: 2 is twice as fast; 0: 1
    int loops;           // how often it is shown; 0: without end
    bool paths;          // SVG: text as outlines of glyphs
    const FormulaText *formulas; // the texts of the figure that had formulas
    int formula_count;
    Buf *warnings; // NULL, or where to say what is not as it should be, a line each
} ExportOptions;

#define EXPORT_SCALE 2.0

// The widths that text will have when it is drawn, for the layout of a figure. `family` is that
// of the figure's `font`: NULL, or one that export_has_font().
Measure export_measure(const char *family);

// The PNG at `path`, its longer side 256 to 768 pixels, on white where it is transparent. Errors:
// no PNG, too many pixels, damaged.
bool export_read_photo(const char *path, FigurePhoto *photo, Arena *arena, Error *error);

// Is a font family installed? "serif", "sans-serif" and "monospace" always are.
bool export_has_font(const char *family);

// Writes the figure to `path`, in the format that its ending names (.png, .svg, .pdf, .tikz), or to
// standard output where path is "-". The same figure gives the same bytes. `*bytes` gets the file's
// size.
//
// Errors: an ending that names no known format, a figure too large, pages in a format that has
// none, no fonts, a PNG or PDF to a terminal, and all of file_create() and file_write(). No half
// file is ever left.
bool export_figure(const Figure *figure, const char *path, const ExportOptions *options,
                   Arena *arena, size_t *bytes, Error *error);

// The same for a movement: .gif and .apng, an .svg that moves, a .pdf with a page for each frame.
// Errors: also a format in which nothing moves.
bool export_movement(const Movement *movement, const char *path, const ExportOptions *options,
                     size_t *bytes, Error *error);

// The format that the ending of a path, or of a format's name, says; EXPORT_BY_NAME: none.
ExportFormat export_format_named(const char *path);
// Is it a format only for what moves?
bool export_always_moves(ExportFormat format);
