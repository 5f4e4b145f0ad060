// libsixel chooses the colours and packs the rows. A figure has flat areas and letters: dithering
// would only make it grainy and long.
#include "terminal/pixels.h"

#include <sixel.h>
#include <stdlib.h>
#include <string.h>

static int add_bytes(char *bytes, int count, void *out)
{
    buf_add(out, (Str){bytes, count});
    return count;
}

static SIXELSTATUS encode(unsigned char *pixels, const Image *image, sixel_dither_t *dither,
                          sixel_output_t *output)
{
    SIXELSTATUS status = sixel_dither_initialize(dither, pixels, image->width, image->height,
                                                 SIXEL_PIXELFORMAT_RGB888, SIXEL_LARGE_AUTO,
                                                 SIXEL_REP_AUTO, SIXEL_QUALITY_AUTO);
    if (SIXEL_FAILED(status)) return status;
    enum { DEPTH_UNUSED = 0 };
    sixel_dither_set_pixelformat(dither, SIXEL_PIXELFORMAT_RGB888);
    sixel_dither_set_diffusion_type(dither, SIXEL_DIFFUSE_NONE);
    return sixel_encode(pixels, image->width, image->height, DEPTH_UNUSED, dither, output);
}

// What libsixel reads it may also change.
void sixel_write(const Image *image, int colors, Buf *out)
{
    enum { MOST_COLORS = 256, CHANNELS = 3 };
    size_t size = (size_t)image->width * (size_t)image->height * CHANNELS;
    unsigned char *pixels = malloc(size);
    sixel_output_t *output = NULL;
    sixel_dither_t *dither = NULL;
    int start = out->n, most = colors > 1 && colors < MOST_COLORS ? colors : MOST_COLORS;
    if (pixels && !SIXEL_FAILED(sixel_output_new(&output, add_bytes, out, NULL)) &&
        !SIXEL_FAILED(sixel_dither_new(&dither, most, NULL))) {
        memcpy(pixels, image->rgb, size);
        if (SIXEL_FAILED(encode(pixels, image, dither, output))) buf_cut(out, start);
    }
    if (dither) sixel_dither_unref(dither);
    if (output) sixel_output_unref(output);
    free(pixels);
}

void sixel_library(Buf *out)
{
    buf_add(out, STR("libsixel " LIBSIXEL_VERSION));
}
