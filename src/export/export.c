// Chooses the format by the ending of the file name, has the figure rendered into memory and only
// then writes the file, so that a failure leaves no half file. Each format is a row of the table
// `formats` with a function that returns its bytes.
#include "export/export.h"

#include "base/files/file.h"
#include "base/text/visible.h"
#include "export/bytes.h"
#include "export/drawing.h"
#include "export/moving.h"
#include "export/png.h"
#include "export/svg.h"
#include "export/text.h"
#include "export/tikz.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Measure export_measure(const char *family)
{
    return (Measure){.text_width = text_width, .context = family};
}

bool export_has_font(const char *family)
{
    return text_has_family(family);
}

// ---- formats ----------------------------------------------------------------------------------

typedef unsigned char *Render(const Figure *figure, const ExportOptions *options, size_t *size,
                              int *missing, Error *error);

static Render render_png, render_svg, render_pdf, render_tikz;

typedef unsigned char *RenderMoving(const Movement *movement, const ExportOptions *options,
                                    size_t *size, int *missing, Error *error);

static RenderMoving render_pages;

typedef struct Format {
    const char *ending, *name;
    Render *render;       // NULL: only what moves
    RenderMoving *moving; // NULL: nothing moves in it
    bool text;
} Format;

static const Format formats[] = {
    [EXPORT_BY_NAME] = {0},
    [EXPORT_PNG] = {".png", "PNG", render_png, NULL, false},
    [EXPORT_SVG] = {".svg", "SVG", render_svg, movement_svg, true},
    [EXPORT_PDF] = {".pdf", "PDF", render_pdf, render_pages, false},
    [EXPORT_TIKZ] = {".tikz", "TikZ picture", render_tikz, NULL, true},
    [EXPORT_GIF] = {".gif", "GIF", NULL, movement_gif, false},
    [EXPORT_APNG] = {".apng", "APNG", NULL, movement_apng, false},
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

static bool is_standard_output(const char *path)
{
    return strcmp(path, "-") == 0;
}

static const char *ending_of(const char *path)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    return strrchr(name, '.');
}

ExportFormat export_format_named(const char *path)
{
    const char *ending = ending_of(path);
    for (int i = 1; i < FORMATS; i++) {
        if (strcmp(ending ? ending : path, formats[i].ending + !ending) == 0)
            return (ExportFormat)i;
    }
    return EXPORT_BY_NAME;
}

bool export_always_moves(ExportFormat format)
{
    return format && !formats[format].render;
}

static const Format *format_of_name(const char *path, Error *error)
{
    const char *ending = ending_of(path);
    ExportFormat format = ending ? export_format_named(path) : EXPORT_BY_NAME;
    if (format) return &formats[format];
    if (ending)
        error_set(error, NULL, "%s: cannot write the format '%s'", path, ending);
    else
        error_fail(error,
                   "a name that ends in .png, .svg, .pdf or .tikz, or .gif or .apng for what "
                   "moves",
                   "%s: the ending names the format, and there is none", path);
    return NULL;
}

static const Format *format_for(const char *path, const ExportOptions *options, Error *error)
{
    if (options->format) return &formats[options->format];
    if (is_standard_output(path)) return &formats[EXPORT_PNG];
    return format_of_name(path, error);
}

static bool check_terminal(const Format *format, const char *path, Error *error)
{
    if (!is_standard_output(path) || format->text || !isatty(STDOUT_FILENO)) return true;
    error_set(error, NULL, "a %s is not written to a terminal", format->name);
    return error_hint(error, "name a file, or send the output into one: > figure%s",
                      format->ending);
}

// A large image is noise to the packer, all else in a figure is flat.
static bool is_even(const Figure *figure)
{
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->kind != SHAPE_IMAGE) continue;
        if (shape->pixel_rows > 256 && shape->pixel_columns > 256) return false;
    }
    return true;
}

static void warn(const ExportOptions *options, int missing)
{
    if (!missing || !options->warnings) return;
    buf_printf(options->warnings,
               "%d character%s no font of this machine has: drawn as boxes (on Debian, "
               "fonts-noto-cjk and fonts-noto-color-emoji have most)\n",
               missing, missing == 1 ? "" : "s");
}

static bool has_one_page(const Figure *figure, const char *what, Error *error)
{
    if (figure_pages(figure) == 1) return true;
    return error_fail(error, "a name that ends in .pdf", "%s has one page, and this figure has %d",
                      what, figure_pages(figure));
}

static unsigned char *render_png(const Figure *figure, const ExportOptions *options, size_t *size,
                                 int *missing, Error *error)
{
    if (!has_one_page(figure, "a PNG", error)) return NULL;
    Raster raster;
    double scale = options->scale > 0 ? options->scale : EXPORT_SCALE;
    unsigned char *file = NULL;
    if (figure_rasterize(figure, scale, &raster, missing, error)) {
        PngInput input = {
            .width = raster.width,
            .height = raster.height,
            .channels = raster.channels,
            .pixels = raster.pixels,
            .even = is_even(figure),
            .pixels_per_inch = 72 * scale,
            .title = figure->title,
            .description = figure->description,
        };
        file = png_encode(&input, size);
        if (!file) error_set(error, NULL, "not enough memory for the figure");
    }
    raster_free(&raster);
    return file;
}

static unsigned char *render_svg(const Figure *figure, const ExportOptions *options, size_t *size,
                                 int *missing, Error *error)
{
    if (!has_one_page(figure, "an SVG", error)) return NULL;
    Buf text = {.arena = figure->arena};
    bool ok = svg_write(figure, options->paths ? text_outline : NULL, &text, missing, error);
    return ok ? bytes_of_text(buf_str(&text), size, error) : NULL;
}

static unsigned char *render_tikz(const Figure *figure, const ExportOptions *options, size_t *size,
                                  int *missing UNUSED, Error *error)
{
    Buf text = {.arena = figure->arena};
    if (!has_one_page(figure, "a TikZ picture", error)) return NULL;
    bool ok = tikz_write(figure, options->formulas, options->formula_count, &text, error);
    return ok ? bytes_of_text(buf_str(&text), size, error) : NULL;
}

static unsigned char *render_pdf(const Figure *figure, const ExportOptions *options UNUSED,
                                 size_t *size, int *missing, Error *error)
{
    return figure_pdf(figure, size, missing, error);
}

// A page for each frame.
static unsigned char *render_pages(const Movement *movement, const ExportOptions *options UNUSED,
                                   size_t *size, int *missing, Error *error)
{
    SCRATCH(arena);
    Figure figure = {.arena = &arena};
    unsigned char *file = NULL;
    if (movement_pages(movement, &figure, error)) file = figure_pdf(&figure, size, missing, error);
    return file;
}

// ---- files ------------------------------------------------------------------------------------

static bool write_file(const unsigned char *bytes, size_t count, const char *path, bool force,
                       Arena *arena, Error *error)
{
    if (is_standard_output(path)) return file_write_output(bytes, count, error);
    FileWriter writer;
    return file_create(&writer, path, force, arena, error) &&
           file_write(&writer, bytes, count, error) && file_commit(&writer, error);
}

// What was rendered, if it was; it is freed.
static bool finish(unsigned char *file, size_t count, int missing, const char *path,
                   const ExportOptions *options, Arena *arena, Error *error)
{
    if (file) warn(options, missing);
    bool ok = file && write_file(file, count, path, options->force, arena, error);
    free(file);
    return ok;
}

// The shapes' texts are made so where they are set.
static void make_visible(Figure *figure, Arena *arena)
{
    if (figure->title) figure->title = visible_text(figure->title, arena);
    if (figure->description) figure->description = visible_text(figure->description, arena);
}

bool export_figure(const Figure *figure, const char *path, const ExportOptions *options,
                   Arena *arena, size_t *bytes, Error *error)
{
    const Format *format = format_for(path, options, error);
    if (!format || !check_terminal(format, path, error)) return false;
    if (!format->render)
        return error_fail(error, "a name that ends in .png, .svg or .pdf",
                          "a %s is for what moves, and this figure stands still", format->name);
    int missing = 0;
    Figure visible = *figure;
    make_visible(&visible, arena);
    unsigned char *file = format->render(&visible, options, bytes, &missing, error);
    return finish(file, *bytes, missing, path, options, arena, error);
}

static bool draw_visible(const void *context, int frame, Figure *figure, Error *error)
{
    const Movement *movement = context;
    if (!movement->draw(movement->context, frame, figure, error)) return false;
    make_visible(figure, figure->arena);
    return true;
}

bool export_movement(const Movement *movement, const char *path, const ExportOptions *options,
                     Arena *arena, size_t *bytes, Error *error)
{
    const Format *format = format_for(path, options, error);
    if (!format || !check_terminal(format, path, error)) return false;
    if (!format->moving)
        return error_fail(error, "a name that ends in .gif, .apng, .svg or .pdf",
                          "nothing moves in a %s", format->name);
    int missing = 0;
    Movement visible = *movement;
    visible.draw = draw_visible;
    visible.context = movement;
    ExportOptions moving = *options;
    if (moving.scale <= 0) moving.scale = EXPORT_SCALE;
    if (moving.speed <= 0) moving.speed = 1;
    unsigned char *file = format->moving(&visible, &moving, bytes, &missing, error);
    return finish(file, *bytes, missing, path, options, arena, error);
}
