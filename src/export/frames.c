// Draws a movement's frames one at a time, each in its own arena, so that only two frames of
// pixels are in memory however many there are.
#include "export/frames.h"

#include <string.h>

const unsigned char *raster_pixel(const Raster *raster, int x, int y)
{
    size_t at = (size_t)y * (size_t)raster->width + (size_t)x;
    return raster->pixels + at * (size_t)raster->channels;
}

static bool row_differs(const Raster *a, const Raster *b, int y)
{
    size_t bytes = (size_t)a->width * (size_t)a->channels;
    return memcmp(raster_pixel(a, 0, y), raster_pixel(b, 0, y), bytes) != 0;
}

// Narrows or widens left … right, in pixels, to where the rows differ.
static void find_sides(const Raster *a, const Raster *b, int y, int *left, int *right)
{
    const unsigned char *p = raster_pixel(a, 0, y), *q = raster_pixel(b, 0, y);
    int from = 0, end = a->width * a->channels;
    while (from < *left * a->channels && p[from] == q[from]) from++;
    while (end > *right * a->channels && p[end - 1] == q[end - 1]) end--;
    if (from / a->channels < *left) *left = from / a->channels;
    if ((end + a->channels - 1) / a->channels > *right)
        *right = (end + a->channels - 1) / a->channels;
}

static void find_change(PixelFrame *frame)
{
    const Raster *now = frame->raster, *before = frame->before;
    int top = 0, bottom = now->height, left = now->width, right = 0;
    while (top < bottom && !row_differs(now, before, top)) top++;
    while (bottom > top && !row_differs(now, before, bottom - 1)) bottom--;
    for (int y = top; y < bottom; y++) find_sides(now, before, y, &left, &right);
    if (bottom == top) { // it only lasts: a format wants a pixel all the same
        left = top = 0;
        right = bottom = 1;
    }
    frame->left = left;
    frame->top = top;
    frame->width = right - left;
    frame->height = bottom - top;
}

static bool check_pixels(const Raster *raster, const Raster *before, Error *error)
{
    bool alike = !before || (raster->width == before->width && raster->height == before->height &&
                             raster->channels == before->channels);
    if (!alike) return error_set(error, NULL, "the frames of this figure differ in size");
    if ((int64_t)raster->width * raster->height <= MAX_MOVING_PIXELS) return true;
    error_set(error, NULL, "%d x %d pixels are too many for a figure that moves", raster->width,
              raster->height);
    return error_hint(error, "a smaller --size or --scale: at most %d million pixels",
                      MAX_MOVING_PIXELS / 1000000);
}

static bool visit_frame(const Movement *movement, int index, double scale, const Raster *before,
                        Raster *raster, int *missing, PixelVisit *visit, void *context,
                        Error *error)
{
    SCRATCH(arena);
    Figure figure = {.arena = &arena};
    int unknown = 0;
    bool ok = movement->draw(movement->context, index, &figure, error) &&
              figure_rasterize(&figure, scale, raster, &unknown, error) &&
              check_pixels(raster, index ? before : NULL, error);
    if (unknown > *missing) *missing = unknown;
    PixelFrame frame = {.index = index,
                        .figure = &figure,
                        .raster = raster,
                        .before = index ? before : NULL,
                        .width = raster->width,
                        .height = raster->height,
                        .seconds = movement->seconds[index]};
    if (ok && index) find_change(&frame);
    ok = ok && visit(context, &frame, error);
    return ok;
}

bool frames_each(const Movement *movement, double scale, int *missing, PixelVisit *visit,
                 void *context, Error *error)
{
    Raster before = {0};
    bool ok = true;
    for (int i = 0; ok && i < movement->count; i++) {
        Raster raster = {0};
        ok = visit_frame(movement, i, scale, &before, &raster, missing, visit, context, error);
        raster_free(&before);
        before = raster;
    }
    raster_free(&before);
    return ok;
}
