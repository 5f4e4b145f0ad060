// The only file that knows giflib. All frames share one palette, so they are drawn twice: once to
// see their colours, once to be written. Of a frame only the rectangle that changed is written, and
// in it what is as before is transparent. On a transparent background nothing could be taken away
// like that: there each frame is whole, and cleared before the next one.
#include "export/bytes.h"
#include "export/frames.h"
#include "export/moving.h"
#include "export/palette.h"

#include <gif_lib.h>
#include <math.h>
#include <stdlib.h>

typedef struct Gif {
    const MovingOptions *options;
    Palette palette;
    GifFileType *file;
    GifByteType *line;
    Bytes bytes;
    double begun; // seconds, at the speed asked for
} Gif;

enum { OPAQUE = 128 }; // alpha from which on a pixel is drawn

// ---- first pass: colours ------------------------------------------------------------------------

static bool is_clear(const Raster *raster, const unsigned char *pixel)
{
    return raster->channels == 4 && pixel[3] < OPAQUE;
}

static uint32_t rgb_of(const unsigned char *pixel)
{
    return (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
}

static bool see_frame(void *context, const PixelFrame *frame, Error *error)
{
    (void)error;
    Gif *gif = context;
    for (int y = frame->top; frame->width && y < frame->top + frame->height; y++) {
        for (int x = frame->left; x < frame->left + frame->width; x++) {
            const unsigned char *pixel = raster_pixel(frame->raster, x, y);
            if (!is_clear(frame->raster, pixel)) palette_see(&gif->palette, rgb_of(pixel));
        }
    }
    return true;
}

// ---- second pass: the file ----------------------------------------------------------------------

static int write_bytes(GifFileType *file, const GifByteType *data, int count)
{
    return bytes_append(file->UserData, data, (unsigned)count) ? 0 : count;
}

static int clear_index(const Gif *gif)
{
    return gif->palette.count;
}

// The colours, and behind them the transparent one; as many as a power of two.
static ColorMapObject *color_map(const Gif *gif)
{
    int count = 2;
    while (count < gif->palette.count + 1) count *= 2;
    ColorMapObject *map = GifMakeMapObject(count, NULL);
    for (int i = 0; map && i < gif->palette.count; i++) {
        uint32_t rgb = gif->palette.rgb[i];
        map->Colors[i] = (GifColorType){rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff};
    }
    return map;
}

// How often it is repeated: browsers count the first time, too, unless this says nothing.
static bool write_loops(const Gif *gif)
{
    int loops = gif->options->loops;
    if (loops == 1) return true;
    unsigned repeats = loops ? (unsigned)loops - 1 : 0;
    GifByteType block[] = {1, (GifByteType)repeats, (GifByteType)(repeats >> 8)};
    return EGifPutExtensionLeader(gif->file, APPLICATION_EXT_FUNC_CODE) &&
           EGifPutExtensionBlock(gif->file, 11, "NETSCAPE2.0") &&
           EGifPutExtensionBlock(gif->file, sizeof block, block) &&
           EGifPutExtensionTrailer(gif->file);
}

static bool begin_file(Gif *gif, const PixelFrame *frame)
{
    int code;
    gif->line = malloc((size_t)frame->raster->width);
    gif->file = EGifOpen(&gif->bytes, write_bytes, &code);
    ColorMapObject *map = color_map(gif);
    bool ok = gif->line && gif->file && map;
    if (ok) EGifSetGifVersion(gif->file, true);
    ok = ok && EGifPutScreenDesc(gif->file, frame->raster->width, frame->raster->height, 8, 0, map);
    GifFreeMapObject(map);
    const char *title = frame->figure->title;
    return ok && write_loops(gif) && (!title || EGifPutComment(gif->file, title));
}

// In hundredths; what rounding takes from one frame the next one gets. Browsers slow down what is
// shorter than two.
static int delay_of(Gif *gif, double seconds)
{
    double until = gif->begun + seconds / gif->options->speed;
    int delay = (int)(round(until * 100) - round(gif->begun * 100));
    gif->begun = until;
    return delay < 2 ? 2 : delay > UINT16_MAX ? UINT16_MAX : delay;
}

static bool write_control(Gif *gif, const PixelFrame *frame)
{
    bool keeps = frame->raster->channels == 3;
    GraphicsControlBlock control = {.DisposalMode = keeps ? DISPOSE_DO_NOT : DISPOSE_BACKGROUND,
                                    .DelayTime = delay_of(gif, frame->seconds),
                                    .TransparentColor = clear_index(gif)};
    GifByteType block[4];
    size_t size = EGifGCBToExtension(&control, block);
    return EGifPutExtension(gif->file, GRAPHICS_EXT_FUNC_CODE, (int)size, block);
}

static GifByteType index_of(const Gif *gif, const PixelFrame *frame, int x, int y)
{
    const unsigned char *pixel = raster_pixel(frame->raster, x, y);
    if (is_clear(frame->raster, pixel)) return (GifByteType)clear_index(gif);
    int index = palette_index(&gif->palette, rgb_of(pixel));
    if (!frame->before || frame->raster->channels == 4) return (GifByteType)index;
    uint32_t before = rgb_of(raster_pixel(frame->before, x, y));
    bool same = before == rgb_of(pixel) || palette_index(&gif->palette, before) == index;
    return (GifByteType)(same ? clear_index(gif) : index);
}

static bool write_frame(void *context, const PixelFrame *given, Error *error)
{
    Gif *gif = context;
    PixelFrame frame = *given;
    if (frame.index == 0 && !begin_file(gif, &frame))
        return error_set(error, NULL, "not enough memory for the figure");
    bool whole = frame.raster->channels == 4;
    if (frame.width == 0) frame.width = frame.height = 1; // it only lasts
    if (whole || frame.left >= frame.raster->width) frame.left = frame.top = 0;
    if (whole) frame.width = frame.raster->width;
    if (whole) frame.height = frame.raster->height;
    bool ok =
        write_control(gif, &frame) &&
        EGifPutImageDesc(gif->file, frame.left, frame.top, frame.width, frame.height, false, NULL);
    for (int y = 0; ok && y < frame.height; y++) {
        for (int x = 0; x < frame.width; x++)
            gif->line[x] = index_of(gif, &frame, frame.left + x, frame.top + y);
        ok = EGifPutLine(gif->file, gif->line, frame.width);
    }
    return ok || error_set(error, NULL, "not enough memory for the figure");
}

unsigned char *movement_gif(const Movement *movement, const MovingOptions *options, size_t *size,
                            int *missing, Error *error)
{
    Gif gif = {.options = options};
    int code;
    bool ok = palette_begin(&gif.palette) || error_set(error, NULL, "not enough memory");
    ok = ok && frames_each(movement, options->scale, missing, see_frame, &gif, error);
    if (ok && !palette_choose(&gif.palette)) ok = error_set(error, NULL, "not enough memory");
    ok = ok && frames_each(movement, options->scale, missing, write_frame, &gif, error);
    if (gif.file && !EGifCloseFile(gif.file, &code) && ok)
        ok = error_set(error, NULL, "not enough memory for the figure");
    palette_end(&gif.palette);
    free(gif.line);
    *size = gif.bytes.size;
    if (ok) return gif.bytes.data;
    free(gif.bytes.data);
    return NULL;
}
