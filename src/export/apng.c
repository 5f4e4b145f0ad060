// An APNG is a PNG with more frames in it. Each frame is first made a PNG by itself; its pixels are
// then taken over, and a chunk before them says where and how long they are shown. Of a later frame
// only the rectangle that changed is kept, and in it what is as before is transparent.
#include "export/frames.h"
#include "export/writers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIGNATURE = 8, LENGTH = 4, TYPE = 4, CHECK = 4, AROUND = LENGTH + TYPE + CHECK };
enum { RGBA = 4 };
enum { DISPOSE_NONE = 0, BLEND_SOURCE = 0, BLEND_OVER = 1 };

typedef struct Apng {
    const ExportOptions *options;
    int frames;
    Bytes *output;
    bool failed;
    uint32_t sequence; // of the chunks fcTL and fdAT
} Apng;

// ---- chunks -------------------------------------------------------------------------------------

static void add(Apng *apng, const void *bytes, size_t count)
{
    apng->failed |= !bytes_add(apng->output, bytes, count);
}

static void add_chunk(Apng *apng, const char *type, const unsigned char *head, size_t head_size,
                      const unsigned char *data, size_t size)
{
    apng->failed |= !png_add_chunk(apng->output, type, head, head_size, data, size);
}

static void add_control(Apng *apng)
{
    unsigned char data[8];
    bytes_put_32(data, (uint32_t)apng->frames);
    bytes_put_32(data + 4, (uint32_t)apng->options->loops);
    add_chunk(apng, "acTL", data, sizeof data, NULL, 0);
}

// Milliseconds, which 65 seconds have room for.
static void add_frame_control(Apng *apng, const PixelFrame *frame)
{
    unsigned char data[26] = {0};
    double time = round(frame->seconds / apng->options->speed * 1000);
    unsigned delay = time > UINT16_MAX ? UINT16_MAX : time < 1 ? 1 : (unsigned)time;
    bytes_put_32(data, apng->sequence++);
    bytes_put_32(data + 4, (uint32_t)frame->width);
    bytes_put_32(data + 8, (uint32_t)frame->height);
    bytes_put_32(data + 12, (uint32_t)frame->left);
    bytes_put_32(data + 16, (uint32_t)frame->top);
    data[20] = (unsigned char)(delay >> 8);
    data[21] = (unsigned char)delay;
    data[22] = 1000 >> 8;
    data[23] = 1000 & 0xff;
    data[24] = DISPOSE_NONE;
    data[25] = frame->before && frame->raster->channels != RGBA ? BLEND_OVER : BLEND_SOURCE;
    add_chunk(apng, "fcTL", data, sizeof data, NULL, 0);
}

// ---- frames -------------------------------------------------------------------------------------

static bool is_type(const unsigned char *chunk, const char *type)
{
    return memcmp(chunk + LENGTH, type, TYPE) == 0;
}

// Of the first frame all chunks, with the two that make it an APNG among them; of the others the
// pixels alone.
static void take_over(Apng *apng, const PixelFrame *frame, const unsigned char *png, size_t size)
{
    bool first = frame->index == 0;
    if (first)
        add(apng, png, SIGNATURE);
    else
        add_frame_control(apng, frame);
    for (size_t at = SIGNATURE; at + AROUND <= size;) {
        const unsigned char *chunk = png + at;
        size_t length = bytes_get_32(chunk);
        bool pixels = is_type(chunk, "IDAT");
        unsigned char number[4];
        if (first && pixels) {
            add_control(apng);
            add_frame_control(apng, frame);
        }
        if (first && !is_type(chunk, "IEND")) add(apng, chunk, length + AROUND);
        if (!first && pixels) {
            bytes_put_32(number, apng->sequence++);
            add_chunk(apng, "fdAT", number, sizeof number, chunk + LENGTH + TYPE, length);
        }
        at += length + AROUND;
    }
}

// The rectangle as RGBA, from malloc.
static unsigned char *pixels_of(const PixelFrame *frame)
{
    const int channels = frame->raster->channels;
    unsigned char *pixels = calloc((size_t)frame->width * (size_t)frame->height, RGBA),
                  *to = pixels;
    for (int y = 0; pixels && y < frame->height; y++) {
        for (int x = 0; x < frame->width; x++, to += RGBA) {
            const unsigned char *now = raster_pixel(frame->raster, frame->left + x, frame->top + y);
            if (frame->before && channels != RGBA &&
                memcmp(now, raster_pixel(frame->before, frame->left + x, frame->top + y),
                       (size_t)channels) == 0)
                continue;
            to[3] = 255;
            memcpy(to, now, (size_t)channels);
        }
    }
    return pixels;
}

static bool write_frame(void *context, const PixelFrame *frame, Error *error)
{
    Apng *apng = context;
    bool first = frame->index == 0;
    unsigned char *pixels = pixels_of(frame);
    Bytes png = {0};
    PngInput input = {.width = frame->width,
                      .height = frame->height,
                      .channels = RGBA,
                      .pixels = pixels,
                      .even = true,
                      .pixels_per_inch = first ? 72 * apng->options->scale : 0,
                      .title = first ? frame->figure->title : NULL,
                      .description = first ? frame->figure->description : NULL};
    bool ok = pixels && png_encode(&input, &png);
    if (ok) take_over(apng, frame, png.data, png.size);
    free(pixels);
    free(png.data);
    return (ok && !apng->failed) || bytes_no_memory(error);
}

bool movement_apng(const Movement *movement, const ExportOptions *options, Output *output,
                   Error *error)
{
    Apng apng = {.options = options, .frames = movement->count, .output = &output->file};
    if (!frames_each(movement, options->scale, &output->missing, write_frame, &apng, error))
        return false;
    add_chunk(&apng, "IEND", (const unsigned char *)"", 0, NULL, 0);
    return !apng.failed || bytes_no_memory(error);
}
