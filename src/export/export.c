#include "export/export.h"

#include "base/file.h"
#include "export/cairo.h"
#include "export/png.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Measure export_measure(void)
{
    return (Measure){.text_width = cairo_text_width};
}

static bool is_standard_output(const char *path)
{
    return strcmp(path, "-") == 0;
}

static bool check_path(const char *path, Error *error)
{
    if (is_standard_output(path)) {
        if (!isatty(STDOUT_FILENO)) return true;
        error_set(error, NULL, "a PNG is not written to a terminal");
        return error_hint(error, "name a file, or send the output into one: > figure.png");
    }
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const char *ending = strrchr(name, '.');
    if (ending && strcmp(ending, ".png") == 0) return true;
    if (ending)
        error_set(error, NULL, "%s: cannot write the format '%s'", path, ending);
    else
        error_set(error, NULL, "%s: the ending names the format, and there is none", path);
    return error_hint(error, "a name that ends in .png");
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

static unsigned char *render(const Figure *figure, const ExportOptions *options, size_t *size,
                             Error *error)
{
    Raster raster;
    int missing = 0;
    double scale = options->scale > 0 ? options->scale : EXPORT_SCALE;
    unsigned char *file = NULL;
    if (cairo_rasterize(figure, scale, &raster, &missing, error)) {
        PngInput input = {raster.width,    raster.height, raster.channels,    raster.pixels,
                          is_even(figure), figure->title, figure->description};
        file = png_encode(&input, size);
        if (!file) error_set(error, NULL, "not enough memory for the figure");
    }
    raster_free(&raster);
    if (file) warn(options, missing);
    return file;
}

static bool write_standard_output(const unsigned char *bytes, size_t count, Error *error)
{
    while (count) {
        ssize_t written = write(STDOUT_FILENO, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            return error_set(error, NULL, "standard output: %s", strerror(errno));
        }
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

static bool write_file(const unsigned char *bytes, size_t count, const char *path, bool force,
                       Arena *arena, Error *error)
{
    if (is_standard_output(path)) return write_standard_output(bytes, count, error);
    FileWriter writer;
    return file_create(&writer, path, force, arena, error) &&
           file_write(&writer, bytes, count, error) && file_commit(&writer, error);
}

bool export_figure(const Figure *figure, const char *path, const ExportOptions *options,
                   Arena *arena, size_t *bytes, Error *error)
{
    if (!check_path(path, error)) return false;
    unsigned char *file = render(figure, options, bytes, error);
    bool ok = file && write_file(file, *bytes, path, options->force, arena, error);
    free(file);
    return ok;
}
