// A picture that goes under a figure's cells, from a PNG as cairo reads it: of any depth, on white
// where it is transparent, no larger than a figure shows.
#include "export/writers.h"

#include "base/files/file.h"

#include <cairo.h>
#include <string.h>

static cairo_status_t read_bytes(void *closure, unsigned char *data, unsigned length)
{
    Str *rest = closure;
    if ((unsigned)rest->n < length) return CAIRO_STATUS_READ_ERROR;
    memcpy(data, rest->p, length);
    *rest = str_slice(*rest, (int)length, rest->n);
    return CAIRO_STATUS_SUCCESS;
}

// Before memory is taken for its pixels.
static bool check_head(const char *path, Str file, Error *error)
{
    enum { HEAD = 24, WIDTH = 16, HEIGHT = 20, MOST_SIDE = 16384, MOST_PIXELS = 1 << 26 };
    if (file.n < HEAD || memcmp(file.p, "\x89PNG\r\n\x1a\n", 8) != 0)
        return error_fail(error, "convert photo.jpg photo.png, or any program for images",
                          "%s is no PNG, which --over reads", path);
    uint64_t width = bytes_get_32(file.p + WIDTH), height = bytes_get_32(file.p + HEIGHT);
    if (width && height && width <= MOST_SIDE && height <= MOST_SIDE &&
        width * height <= MOST_PIXELS)
        return true;
    return error_fail(error, "a smaller one: 1000 pixels are more than is seen",
                      "%s is an image of %llu x %llu pixels", path, (unsigned long long)width,
                      (unsigned long long)height);
}

// The picture, drawn at `across` by `down` pixels.
static cairo_surface_t *resized(cairo_surface_t *picture, int across, int down)
{
    cairo_surface_t *small = cairo_image_surface_create(CAIRO_FORMAT_RGB24, across, down);
    cairo_t *cr = cairo_create(small);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_scale(cr, (double)across / cairo_image_surface_get_width(picture),
                (double)down / cairo_image_surface_get_height(picture));
    cairo_set_source_surface(cr, picture, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_GOOD);
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD);
    cairo_paint(cr);
    cairo_destroy(cr);
    cairo_surface_flush(small);
    return small;
}

static void copy_pixels(FigurePhoto *photo, cairo_surface_t *surface, Arena *arena)
{
    const unsigned char *row = cairo_image_surface_get_data(surface);
    size_t count = (size_t)photo->rows * (size_t)photo->columns;
    Color *pixels = NEW_ARRAY(arena, Color, count), *next = pixels;
    for (int r = 0; r < photo->rows; r++, row += cairo_image_surface_get_stride(surface)) {
        for (int c = 0; c < photo->columns; c++) {
            uint32_t pixel;
            memcpy(&pixel, row + 4 * c, sizeof pixel);
            *next++ = (Color)RGB(pixel & 0xffffff);
        }
    }
    photo->pixels = pixels;
}

static int side(int own, double scale)
{
    int pixels = (int)(own * scale + 0.5);
    return pixels > 1 ? pixels : 1;
}

bool export_read_photo(const char *path, FigurePhoto *photo, Arena *arena, Error *error)
{
    const size_t most = 1 << 28;
    const double smallest = 256, largest = 768; // the longer side
    Str file;
    if (!file_read(path, most, arena, &file, error) || !check_head(path, file, error)) return false;
    cairo_surface_t *picture = cairo_image_surface_create_from_png_stream(read_bytes, &file);
    bool ok = cairo_surface_status(picture) == CAIRO_STATUS_SUCCESS;
    if (ok) {
        int width = cairo_image_surface_get_width(picture);
        int height = cairo_image_surface_get_height(picture),
            longer = width > height ? width : height;
        double scale = longer > largest    ? largest / longer
                       : longer < smallest ? smallest / longer
                                           : 1;
        photo->columns = side(width, scale);
        photo->rows = side(height, scale);
        cairo_surface_t *small = resized(picture, photo->columns, photo->rows);
        ok = cairo_surface_status(small) == CAIRO_STATUS_SUCCESS;
        if (ok) copy_pixels(photo, small, arena);
        cairo_surface_destroy(small);
    }
    cairo_surface_destroy(picture);
    return ok ||
           error_fail(error, "another copy of it", "%s is damaged: it cannot be read as PNG", path);
}
