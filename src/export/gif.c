// The only file that knows giflib. All frames share one palette, so all are seen before the first
// is written: of each the rectangle that changed is kept until then. In it what is as before is
// transparent. On a transparent background nothing could be taken away like that: there each frame
// is whole, and cleared before the next one.
#include "export/frames.h"
#include "export/palette.h"
#include "export/writers.h"

#include <gif_lib.h>
#include <math.h>
#include <stdlib.h>

// The rectangle of a frame that is written, with the colours of its pixels.
typedef struct GifFrame {
    int left, top, width, height;
    double seconds;
    uint32_t *pixel; // 0xrrggbb, or CLEAR; from malloc
} GifFrame;

#define CLEAR 0xff000000u

typedef struct Gif {
    const ExportOptions *options;
    int width, height; // of all
    bool whole;        // on a transparent background
    const char *title; // of the first frame, in `arena`; "": it has none
    Arena *arena;
    Palette palette;
    GifFrame *frame;
    int count;
    int64_t kept; // pixels, of all frames
    GifFileType *file;
    GifByteType *line;
    Bytes *output;
    double begun; // seconds, at the speed asked for
} Gif;

enum { OPAQUE = 128 };              // alpha from which on a pixel is drawn
enum { MOST_KEPT = 100 * 1000000 }; // four bytes each

// ---- seeing -------------------------------------------------------------------------------------

static uint32_t rgb_of(const unsigned char *pixel)
{
    return (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
}

static uint32_t color_of(Gif *gif, const PixelFrame *frame, int x, int y)
{
    const unsigned char *pixel = raster_pixel(frame->raster, x, y);
    if (gif->whole && pixel[3] < OPAQUE) return CLEAR;
    uint32_t rgb = rgb_of(pixel);
    bool same = frame->before && !gif->whole && rgb == rgb_of(raster_pixel(frame->before, x, y));
    if (same) return CLEAR;
    palette_see(&gif->palette, rgb);
    return rgb;
}

static bool make_room(Gif *gif, GifFrame *kept, Error *error)
{
    int64_t pixels = (int64_t)kept->width * kept->height;
    gif->kept += pixels;
    if (gif->kept > MOST_KEPT)
        return error_fail(error, "a smaller --size or --scale",
                          "too much moves in this figure for a GIF of %d x %d pixels", gif->width,
                          gif->height);
    kept->pixel = malloc((size_t)pixels * sizeof *kept->pixel);
    return kept->pixel || bytes_no_memory(error);
}

static bool see_frame(void *context, const PixelFrame *frame, Error *error)
{
    Gif *gif = context;
    if (!frame->index) gif->title = str_copy(gif->arena, str_from(frame->figure->title));
    gif->width = frame->raster->width;
    gif->height = frame->raster->height;
    gif->whole = frame->raster->channels == 4;
    GifFrame *kept = &gif->frame[gif->count++];
    *kept = (GifFrame){0, 0, gif->width, gif->height, frame->seconds, NULL};
    if (!gif->whole)
        *kept =
            (GifFrame){frame->left, frame->top, frame->width, frame->height, frame->seconds, NULL};
    if (!make_room(gif, kept, error)) return false;
    uint32_t *to = kept->pixel;
    for (int y = kept->top; y < kept->top + kept->height; y++) {
        for (int x = kept->left; x < kept->left + kept->width; x++)
            *to++ = color_of(gif, frame, x, y);
    }
    return true;
}

// ---- writing ------------------------------------------------------------------------------------

static int write_bytes(GifFileType *file, const GifByteType *data, int count)
{
    return bytes_add(file->UserData, data, (size_t)count) ? count : 0;
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

static bool begin_file(Gif *gif)
{
    int code;
    gif->line = malloc((size_t)gif->width);
    gif->file = EGifOpen(gif->output, write_bytes, &code);
    ColorMapObject *map = color_map(gif);
    bool ok = gif->line && gif->file && map;
    if (ok) EGifSetGifVersion(gif->file, true);
    ok = ok && EGifPutScreenDesc(gif->file, gif->width, gif->height, 8, 0, map);
    GifFreeMapObject(map);
    return ok && write_loops(gif) && (!gif->title[0] || EGifPutComment(gif->file, gif->title));
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

static bool write_control(Gif *gif, const GifFrame *frame)
{
    GraphicsControlBlock control = {.DisposalMode =
                                        gif->whole ? DISPOSE_BACKGROUND : DISPOSE_DO_NOT,
                                    .DelayTime = delay_of(gif, frame->seconds),
                                    .TransparentColor = clear_index(gif)};
    GifByteType block[4];
    size_t size = EGifGCBToExtension(&control, block);
    return EGifPutExtension(gif->file, GRAPHICS_EXT_FUNC_CODE, (int)size, block);
}

static bool write_frame(Gif *gif, const GifFrame *frame)
{
    bool ok =
        write_control(gif, frame) && EGifPutImageDesc(gif->file, frame->left, frame->top,
                                                      frame->width, frame->height, false, NULL);
    const uint32_t *from = frame->pixel;
    for (int y = 0; ok && y < frame->height; y++, from += frame->width) {
        for (int x = 0; x < frame->width; x++) {
            int index = from[x] == CLEAR ? clear_index(gif) : palette_index(&gif->palette, from[x]);
            gif->line[x] = (GifByteType)index;
        }
        ok = EGifPutLine(gif->file, gif->line, frame->width);
    }
    return ok;
}

static bool write_file(Gif *gif)
{
    int code;
    bool ok = palette_choose(&gif->palette) && begin_file(gif);
    for (int i = 0; ok && i < gif->count; i++) ok = write_frame(gif, &gif->frame[i]);
    return gif->file && EGifCloseFile(gif->file, &code) && ok;
}

bool movement_gif(const Movement *movement, const ExportOptions *options, Output *output,
                  Error *error)
{
    SCRATCH(arena);
    Gif gif = {.options = options,
               .arena = &arena,
               .frame = NEW_ARRAY(&arena, GifFrame, movement->count),
               .output = &output->file};
    bool ok = palette_begin(&gif.palette) &&
              frames_each(movement, options->scale, &output->missing, see_frame, &gif, error) &&
              write_file(&gif);
    if (!ok) bytes_no_memory(error);
    palette_end(&gif.palette);
    for (int i = 0; i < gif.count; i++) free(gif.frame[i].pixel);
    free(gif.line);
    return ok;
}

void gif_library(Buf *out)
{
    buf_printf(out, "giflib %d.%d.%d", GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE);
}
