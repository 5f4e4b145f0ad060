// The formats of figures: each adds a file to an Output, or text to a Buf.
#pragma once

#include "export/export.h"
#include "export/text.h"

// ---- bytes.c ------------------------------------------------------------------------------------
// A file in the making, in memory.

typedef struct Bytes {
    unsigned char *data; // from malloc
    size_t size, capacity;
} Bytes;

// False: no memory.
bool bytes_add(Bytes *bytes, const void *data, size_t count);

bool bytes_add_text(Bytes *bytes, Str text, Error *error);
// False; says that there is no memory for a figure.
bool bytes_no_memory(Error *error);

// Numbers of four bytes, as in a PNG: the highest first.
uint32_t bytes_get_32(const void *at);
void bytes_put_32(unsigned char *at, size_t value);

// What a figure is rendered to.
typedef struct Output {
    Bytes file;
    int missing; // characters that no font of this machine has (drawn as boxes)
} Output;

typedef bool Render(const Figure *figure, const ExportOptions *options, Output *output,
                    Error *error);

// ---- noise.c ------------------------------------------------------------------------------------

// Bytes in the form of zlib, from malloc; made for noise of pixels of that many bytes. At least one
// byte, less than 4 GiB. NULL: no memory.
unsigned char *noise_pack(const unsigned char *data, size_t size, int pixel, size_t *packed_size);

// ---- png.c --------------------------------------------------------------------------------------
// Pixels as a PNG file.

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

// ---- drawing.c ----------------------------------------------------------------------------------
// Figures drawn with cairo: as pixels and as PDF.

enum { MAX_RASTER_SIDE = 20000, MAX_RASTER_PIXELS = 200000000 };

// Pixels, row by row without gaps.
typedef struct Raster {
    int width, height;
    int channels;          // 3: RGB, 4: RGBA, not premultiplied
    unsigned char *pixels; // from malloc: raster_free()
} Raster;

// Draws the figure with `scale` pixels to the point. `*missing` gets the number of characters that
// no font of this machine has (drawn as boxes). Errors: too large, no fonts at all.
bool figure_rasterize(const Figure *figure, double scale, Raster *raster, int *missing,
                      Error *error);

void raster_free(Raster *raster);

// The whole file. Title and description are in it, for who cannot see the figure. Errors: those of
// drawing, too little memory.
Render figure_pdf;

// Adds to cairo's file what it cannot write itself. A file of another form stays as it is. False:
// no memory. (pdf.c)
bool pdf_finish(const Figure *figure, Bytes *file);

// ---- svg.c --------------------------------------------------------------------------------------
// Figures as SVG that others edit.

// The whole file, in `figure->arena`. Its text is text; with text_outline() it is outlines of
// glyphs, which look the same everywhere and cannot be edited, and `*missing` gets the number of
// characters that no font has. Title and description are in it. Errors: no fonts at all, too little
// memory for an image.
//
// The parts of the figure are groups, each with an id ("panel-2-cells") and a class ("qkv-cells").
// What represents a cell has data-row and data-column, and a title. A figure that has dark colours
// is light or dark as its reader prefers, and where no preference is known, light.
bool svg_write(const Figure *figure, TextOutline *outline, Buf *out, int *missing, Error *error);

// Its parts, for who puts shapes of several figures into one file: all before the shapes, and what
// ends it. `prefix` is that of all ids, which differ in a file.
void svg_begin(const Figure *figure, Buf *out);
bool svg_shapes(const Figure *figure, const char *prefix, Buf *out, Error *error);
void svg_end(Buf *out);

// ---- tikz.c -------------------------------------------------------------------------------------
// Figures as source of TikZ, for a LaTeX document: \input{FILE.tikz}.

// A tikzpicture that needs no package but tikz. Its text is set in the fonts of the document, at
// the sizes of the figure. The formulas are those
// of the options; who has no LuaLaTeX is warned of signs that pdfLaTeX has not. Errors: an image of
// more cells than TeX has patience for.
bool tikz_write(const Figure *figure, const ExportOptions *options, Buf *out, Error *error);

// ---- moving.c -----------------------------------------------------------------------------------
// Movements as files: pixels (GIF, APNG) and shapes (SVG). The options have a scale and a speed.

typedef bool RenderMoving(const Movement *movement, const ExportOptions *options, Output *output,
                          Error *error);

// An APNG's frames have exactly the pixels of the still figure. An SVG has no script; a viewer that
// knows no animation shows the last frame.
RenderMoving movement_gif, movement_apng, movement_svg;

void gif_library(Buf *out); // "giflib 5.2.1"
