// Draws a figure into pixels for a PNG. Cairo stores a pixel as 32 bits with its colours already
// multiplied by alpha (premultiplied); a PNG has separate bytes and plain colours, so the pixels
// are converted in place. A figure with an opaque background has no alpha channel.
#include "export/raster.h"

#include "export/drawing.h"

#include <math.h>
#include <stdlib.h>

static unsigned char unmultiplied(uint32_t pixel, int shift)
{
    uint32_t alpha = pixel >> 24, channel = (pixel >> shift) & 0xff;
    return (unsigned char)(alpha ? (channel * 255 + alpha / 2) / alpha : 0);
}

static void pack_row(const uint32_t *from, int width, int channels, unsigned char *to)
{
    for (int x = 0; x < width; x++, to += channels) {
        uint32_t pixel = from[x];
        if (channels == 3) {
            to[0] = (unsigned char)(pixel >> 16);
            to[1] = (unsigned char)(pixel >> 8);
            to[2] = (unsigned char)pixel;
        } else {
            to[0] = unmultiplied(pixel, 16);
            to[1] = unmultiplied(pixel, 8);
            to[2] = unmultiplied(pixel, 0);
            to[3] = (unsigned char)(pixel >> 24);
        }
    }
}

// From cairo's form to that of a PNG, in place: no pixel grows, so none is written over before it
// is read.
static void pack_pixels(Raster *raster, size_t stride)
{
    size_t row_bytes = (size_t)raster->width * (size_t)raster->channels;
    for (int y = 0; y < raster->height; y++) {
        const unsigned char *from = raster->pixels + (size_t)y * stride;
        pack_row((const uint32_t *)(const void *)from, raster->width, raster->channels,
                 raster->pixels + (size_t)y * row_bytes);
    }
}

static bool check_size(double width, double height, Error *error)
{
    bool sound = width >= 1 && height >= 1; // false for nan as well
    bool small = width <= MAX_RASTER_SIDE && height <= MAX_RASTER_SIDE &&
                 width * height <= MAX_RASTER_PIXELS;
    if (sound && small) return true;
    error_set(error, NULL, "a figure of %.0f x %.0f pixels is too %s", width, height,
              sound ? "large" : "small");
    return error_hint(error, "a side has 1 to %d pixels, all together at most %d million",
                      MAX_RASTER_SIDE, MAX_RASTER_PIXELS / 1000000);
}

bool figure_rasterize(const Figure *figure, double scale, Raster *raster, int *missing,
                      Error *error)
{
    double width = round(figure->width * scale), height = round(figure->height * scale);
    *raster = (Raster){0};
    if (!check_size(width, height, error)) return false;
    raster->width = (int)width;
    raster->height = (int)height;
    raster->channels = figure->background.a == 255 ? 3 : 4;
    cairo_format_t format = raster->channels == 3 ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32;
    int stride = cairo_format_stride_for_width(format, raster->width);
    raster->pixels = calloc((size_t)stride, (size_t)raster->height);
    if (!raster->pixels) return error_set(error, NULL, "not enough memory for the figure");
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        raster->pixels, format, raster->width, raster->height, stride);
    Drawing drawing = {.cr = cairo_create(surface), .figure = figure, .scale = scale};
    drawing_draw(&drawing);
    *missing = drawing.missing;
    bool ok = drawing_check(&drawing, error);
    cairo_destroy(drawing.cr);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    if (ok) pack_pixels(raster, (size_t)stride);
    return ok;
}

void raster_free(Raster *raster)
{
    free(raster->pixels);
    *raster = (Raster){0};
}
