// Chooses the format by the ending of the file name, has the figure rendered into memory and only
// then writes the file, so that a failure leaves no half file. Each format is a row of the table
// `formats` with a function that returns its bytes.
#include "export/export.h"

#include "base/files/file.h"
#include "base/text/visible.h"
#include "export/text.h"
#include "export/writers.h"

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

static Render render_png, render_svg, render_tikz;

static RenderMoving render_pages;

typedef struct Format {
    const char *ending, *name;
    Render *render;       // NULL: only what moves
    RenderMoving *moving; // NULL: nothing moves in it
    bool text;
} Format;

static const Format formats[] = {
    [EXPORT_BY_NAME] = {0},
    [EXPORT_PNG] = {".png", "a PNG", render_png, NULL, false},
    [EXPORT_SVG] = {".svg", "an SVG", render_svg, movement_svg, true},
    [EXPORT_PDF] = {".pdf", "a PDF", figure_pdf, render_pages, false},
    [EXPORT_TIKZ] = {".tikz", "a TikZ picture", render_tikz, NULL, true},
    [EXPORT_GIF] = {".gif", "a GIF", NULL, movement_gif, false},
    [EXPORT_APNG] = {".apng", "an APNG", NULL, movement_apng, false},
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
    const char *known = "a name that ends in .png, .svg, .pdf or .tikz, or .gif or .apng for what "
                        "moves";
    if (ending)
        error_fail(error, known, "%s: cannot write the format '%s'", path, ending);
    else
        error_fail(error, known, "%s: the ending names the format, and there is none", path);
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
    error_set(error, NULL, "%s is not written to a terminal", format->name);
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

static bool render_png(const Figure *figure, const ExportOptions *options, Output *output,
                       Error *error)
{
    Raster raster;
    double scale = options->scale > 0 ? options->scale : EXPORT_SCALE;
    bool ok = figure_rasterize(figure, scale, &raster, &output->missing, error);
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
    ok = ok && (png_encode(&input, &output->file) || bytes_no_memory(error));
    raster_free(&raster);
    return ok;
}

static bool render_svg(const Figure *figure, const ExportOptions *options, Output *output,
                       Error *error)
{
    Buf text = {.arena = figure->arena};
    return svg_write(figure, options->paths ? text_outline : NULL, &text, &output->missing,
                     error) &&
           bytes_add_text(&output->file, buf_str(&text), error);
}

static bool render_tikz(const Figure *figure, const ExportOptions *options, Output *output,
                        Error *error)
{
    Buf text = {.arena = figure->arena};
    return tikz_write(figure, options, &text, error) &&
           bytes_add_text(&output->file, buf_str(&text), error);
}

// A page for each frame.
static bool render_pages(const Movement *movement, const ExportOptions *options, Output *output,
                         Error *error)
{
    SCRATCH(arena);
    Figure figure = {.arena = &arena};
    return movement_pages(movement, &figure, error) && figure_pdf(&figure, options, output, error);
}

// ---- files ------------------------------------------------------------------------------------

// What was rendered, if it was; it is freed.
static bool finish(bool ok, Output *output, const char *path, const ExportOptions *options,
                   size_t *bytes, Error *error)
{
    const Bytes *file = &output->file;
    FileWriter writer;
    SCRATCH(arena);
    *bytes = file->size;
    if (ok) warn(options, output->missing);
    if (ok && is_standard_output(path))
        ok = file_write_output(file->data, file->size, error);
    else if (ok)
        ok = file_create(&writer, path, options->force, &arena, error) &&
             file_write(&writer, file->data, file->size, error) && file_commit(&writer, error);
    free(file->data);
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
                          "%s is for what moves, and this figure stands still", format->name);
    if (format->render != figure_pdf && figure_pages(figure) > 1)
        return error_fail(error, "a name that ends in .pdf",
                          "%s has one page, and this figure has %d", format->name,
                          figure_pages(figure));
    if (figure->has_dark && format->render != render_svg)
        return error_fail(error, "a name that ends in .svg, or --theme light",
                          "the theme auto is for SVG: in %s colours cannot follow the reader",
                          format->name);
    Output output = {0};
    Figure visible = *figure;
    make_visible(&visible, arena);
    bool ok = format->render(&visible, options, &output, error);
    return finish(ok, &output, path, options, bytes, error);
}

static bool draw_visible(const void *context, int frame, Figure *figure, Error *error)
{
    const Movement *movement = context;
    if (!movement->draw(movement->context, frame, figure, error)) return false;
    make_visible(figure, figure->arena);
    return true;
}

bool export_movement(const Movement *movement, const char *path, const ExportOptions *options,
                     size_t *bytes, Error *error)
{
    const Format *format = format_for(path, options, error);
    if (!format || !check_terminal(format, path, error)) return false;
    if (!format->moving)
        return error_fail(error, "a name that ends in .gif, .apng, .svg or .pdf",
                          "nothing moves in %s", format->name);
    Output output = {0};
    Movement visible = *movement;
    visible.draw = draw_visible;
    visible.context = movement;
    ExportOptions moving = *options;
    if (moving.scale <= 0) moving.scale = EXPORT_SCALE;
    if (moving.speed <= 0) moving.speed = 1;
    bool ok = format->moving(&visible, &moving, &output, error);
    return finish(ok, &output, path, options, bytes, error);
}
