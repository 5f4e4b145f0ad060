// Figures that move: every frame of a file is decoded and compared with the still figure that it
// was drawn from.
#include "study/names/typed_name.h"
#include "support/test.h"

#include "command/figures/figures.h"
#include "export/export.h"
#include "export/palette.h"
#include "export/writers.h"
#include "figure/kind.h"
#include "figure/movement.h"

#include <cairo.h>
#include <gif_lib.h>
#include <libdeflate.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Arena arena;
static Walk walk;
static Measure measure;
static FigureRequest request;
static Movement movement;
static char folder[] = "/tmp/qkv-test-XXXXXX";

static int open_lesson(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
    if (!walk_open(&walk, "lessons/01-eight-steps.md", &(WalkOptions){0}, &error)) return -1;
    measure = export_measure(NULL);
    return mkdtemp(folder) ? 0 : -1;
}

static int close_lesson(void **state)
{
    (void)state;
    char *command = arena_printf(&arena, "rm -r %s", folder);
    int failed = system(command);
    walk_close(&walk);
    arena_free(&arena);
    return failed;
}

// ---- what is made -----------------------------------------------------------------------------

static void move(const char *kind, const char *cell, FigureLook look)
{
    Error error = {.arena = &arena};
    request = (FigureRequest){.trace = walk.trace,
                              .look = look,
                              .marked = {.entry = -1},
                              .pick = {.head = -1, .query = -1},
                              .tasks = {.seed = -1}};
    figure_request_parts(&request, &walk, &arena);
    if (cell)
        assert_true(trace_parse_tensor(walk.trace, str_from(cell), &request.cell, &request.indices,
                                       &error));
    figure_request_moments(&request, &walk, &arena);
    bool ok =
        figure_kind_move(figure_kind_find(kind), &movement, &request, &measure, &arena, &error);
    if (!ok) print_error("%s\n", error.message);
    assert_true(ok);
}

static const FigureLook slide = {.width = 960, .height = 540};

static Figure frame_of(int frame)
{
    Figure figure = {.arena = &arena};
    Error error = {.arena = &arena};
    assert_true(movement.draw(movement.context, frame, &figure, &error));
    return figure;
}

static Raster still_of(int frame, double scale)
{
    Figure figure = frame_of(frame);
    Raster raster;
    int missing;
    Error error = {.arena = &arena};
    assert_true(figure_rasterize(&figure, scale, &raster, &missing, &error));
    return raster;
}

static const char *written(const char *name, ExportOptions options, size_t *bytes)
{
    Error error = {.arena = &arena};
    const char *path = arena_printf(&arena, "%s/%s", folder, name);
    options.force = true;
    bool ok = export_movement(&movement, path, &options, bytes, &error);
    if (!ok) print_error("%s\n", error.message);
    assert_true(ok);
    return path;
}

static unsigned char *contents(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    unsigned char *bytes = arena_alloc(&arena, 1 << 22);
    *size = fread(bytes, 1, 1 << 22, file);
    fclose(file);
    return bytes;
}

// ---- moments ----------------------------------------------------------------------------------

static bool has_text(const Figure *figure, const FigureShape *like)
{
    for (int i = 0; i < figure->count; i++) {
        if (figure_shapes_equal(&figure->shapes[i], like)) return true;
    }
    return false;
}

static bool says(const Figure *figure, const char *text)
{
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (shape->kind == SHAPE_TEXT && strstr(shape->text, text)) return true;
    }
    return false;
}

static void test_an_operation_opens_as_in_the_walk(void **state)
{
    (void)state;
    move("equation", "scores", (FigureLook){0});
    assert_int_equal(movement.count, 7); // closed, three terms, two cells, the rest
    Figure closed = frame_of(0), term = frame_of(1), two = frame_of(2), cell = frame_of(3);
    assert_false(says(&closed, "scores[0,0] ="));
    assert_true(says(&term, "= 1×0"));
    assert_false(says(&term, " + "));
    assert_true(says(&two, "= 1×0 + 0×1"));
    assert_false(says(&two, "= 2"));
    assert_true(says(&cell, "= 1×0 + 0×1 + 2×1 = 2"));
    Figure next = frame_of(4), all = frame_of(6);
    assert_true(says(&next, "scores[0,1] ="));
    assert_false(says(&next, "16"));
    assert_true(says(&all, "16"));
}

static void test_the_chosen_cell_opens_first(void **state)
{
    (void)state;
    move("equation", "scores[1,2]", (FigureLook){0});
    Figure cell = frame_of(3), next = frame_of(4), last = frame_of(5);
    assert_true(says(&cell, "scores[1,2] ="));
    assert_true(says(&next, "scores[1,0] ="));
    assert_true(says(&last, "scores[1,1] ="));
    assert_false(says(&cell, "16"));
    assert_true(says(&last, "16"));
}

static void test_the_last_frame_is_the_still_figure(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    move("equation", "weights", (FigureLook){0});
    Figure last = frame_of(movement.count - 1), still = {.arena = &arena};
    const FigureKind *kind = figure_kind_find("equation");
    assert_true(figure_kind_build(kind, &still, &request, &measure, &error));
    assert_int_equal(last.count, still.count);
    for (int i = 0; i < last.count; i++)
        assert_true(figure_shapes_equal(&last.shapes[i], &still.shapes[i]));
}

// What stands in the first frame, boxes to be filled apart, stands in all others at its place.
static void assert_nothing_jumps(void)
{
    Figure first = frame_of(0);
    for (int frame = 1; frame < movement.count; frame++) {
        Figure figure = frame_of(frame);
        assert_true(figure.width == first.width && figure.height == first.height);
        for (int i = 0; i < first.count; i++) {
            const FigureShape *shape = &first.shapes[i];
            if (shape->kind == SHAPE_TEXT || shape->kind == SHAPE_LINE)
                assert_true(has_text(&figure, shape));
        }
    }
}

static void test_nothing_jumps(void **state)
{
    (void)state;
    static const char *const tensors[] = {"scores", "weights", "outputs", "keys",
                                          "weighted_values"};
    FigureLook looks[] = {{0}, slide, {.width = 306, .height = 193}};
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 3; k++) {
            if (i == 4 && k) continue;
            move("equation", i == 4 ? "query_0" : tensors[i], looks[k]);
            assert_nothing_jumps();
        }
    }
}

static void test_a_walk_has_one_page_for_all(void **state)
{
    (void)state;
    FigureLook looks[] = {{0}, slide, {.width = 306, .height = 193}};
    for (int k = 0; k < 3; k++) {
        move("steps", NULL, looks[k]);
        assert_in_range(movement.count, 40, 100);
        Figure first = frame_of(0);
        for (int i = 0; i < movement.count; i++) {
            Figure figure = frame_of(i);
            assert_true(figure.width == first.width && figure.height == first.height);
        }
        Figure last = frame_of(movement.count - 1);
        assert_true(says(&first, "Start with three inputs"));
        assert_false(says(&last, "Start with three inputs"));
    }
}

// ---- GIF --------------------------------------------------------------------------------------

typedef struct Canvas {
    int width, height;
    unsigned char *rgba;
} Canvas;

static void paint_gif(Canvas *canvas, GifFileType *gif, int frame,
                      const GraphicsControlBlock *control)
{
    const SavedImage *image = &gif->SavedImages[frame];
    const GifImageDesc *place = &image->ImageDesc;
    assert_true(place->Left + place->Width <= canvas->width);
    assert_true(place->Top + place->Height <= canvas->height);
    for (int i = 0; i < place->Width * place->Height; i++) {
        int index = image->RasterBits[i], x = place->Left + i % place->Width;
        int y = place->Top + i / place->Width;
        if (index == control->TransparentColor) continue;
        GifColorType color = gif->SColorMap->Colors[index];
        unsigned char *pixel = canvas->rgba + 4 * (y * canvas->width + x);
        pixel[0] = color.Red, pixel[1] = color.Green, pixel[2] = color.Blue, pixel[3] = 255;
    }
}

// A palette of 255 colours changes a channel by at most `most`, and by little on the whole.
static void assert_alike(const Canvas *canvas, const Raster *still, int most, double mean)
{
    int64_t sum = 0, pixels = (int64_t)still->width * still->height;
    assert_int_equal(canvas->width, still->width);
    assert_int_equal(canvas->height, still->height);
    for (int64_t i = 0; i < pixels; i++) {
        for (int k = 0; k < 3; k++) {
            int apart = abs(canvas->rgba[4 * i + k] - still->pixels[i * still->channels + k]);
            if (apart > most) fail_msg("pixel %d differs by %d", (int)i, apart);
            sum += apart;
        }
    }
    assert_true((double)sum / (double)(3 * pixels) <= mean);
}

static GifFileType *read_gif(const char *path)
{
    int code;
    GifFileType *gif = DGifOpenFileName(path, &code);
    assert_non_null(gif);
    assert_int_equal(DGifSlurp(gif), GIF_OK);
    return gif;
}

static void assert_gif_shows_stills(const char *path, int most, double mean)
{
    GifFileType *gif = read_gif(path);
    int code;
    Canvas canvas = {gif->SWidth, gif->SHeight,
                     calloc((size_t)gif->SWidth * (size_t)gif->SHeight, 4)};
    assert_int_equal(gif->ImageCount, movement.count);
    for (int i = 0; i < gif->ImageCount; i++) {
        GraphicsControlBlock control;
        assert_int_equal(DGifSavedExtensionToGCB(gif, i, &control), GIF_OK);
        assert_in_range(control.DelayTime, (int)(movement.seconds[i] * 100) - 1,
                        (int)(movement.seconds[i] * 100) + 1);
        paint_gif(&canvas, gif, i, &control);
        Raster still = still_of(i, 1);
        assert_alike(&canvas, &still, most, mean);
        raster_free(&still);
    }
    free(canvas.rgba);
    DGifCloseFile(gif, &code);
}

static void test_a_gif_shows_the_stills(void **state)
{
    (void)state;
    size_t bytes;
    static const char *const themes[] = {"light", "dark", "print"};
    for (int i = 0; i < 3; i++) {
        move("equation", "weights", (FigureLook){.width = 960, .height = 540, .theme = themes[i]});
        const char *path = written("weights.gif", (ExportOptions){.scale = 1}, &bytes);
        assert_true(bytes < 100000); // 300 KB are allowed
        assert_gif_shows_stills(path, 40, 0.1);
    }
    move("steps", NULL, slide);
    const char *path = written("walk.gif", (ExportOptions){.scale = 1}, &bytes);
    assert_gif_shows_stills(path, 60, 0.2);
    assert_true(bytes < 600000);
}

static int repeats_of(GifFileType *gif) // -1: not said
{
    const SavedImage *first = &gif->SavedImages[0];
    for (int i = 0; i + 1 < first->ExtensionBlockCount; i++) {
        const ExtensionBlock *block = &first->ExtensionBlocks[i];
        if (block->Function != APPLICATION_EXT_FUNC_CODE) continue;
        assert_memory_equal(block->Bytes, "NETSCAPE2.0", 11);
        return block[1].Bytes[1] | block[1].Bytes[2] << 8;
    }
    return -1;
}

static void test_a_gif_says_how_often_and_how_fast(void **state)
{
    (void)state;
    static const struct {
        int loops, repeats;
    } cases[] = {{0, 0}, {1, -1}, {3, 2}, {1000, 999}};
    size_t bytes;
    int code;
    move("equation", "weights", (FigureLook){0});
    for (int i = 0; i < 4; i++) {
        ExportOptions options = {.scale = 1, .speed = 2, .loops = cases[i].loops};
        GifFileType *gif = read_gif(written("w.gif", options, &bytes));
        GraphicsControlBlock control;
        DGifSavedExtensionToGCB(gif, 0, &control);
        assert_int_equal(control.DelayTime, (int)(movement.seconds[0] * 50));
        assert_int_equal(repeats_of(gif), cases[i].repeats);
        DGifCloseFile(gif, &code);
    }
}

static void test_a_transparent_gif_is_cleared(void **state)
{
    (void)state;
    size_t bytes;
    int code;
    move("equation", "weights", (FigureLook){.theme = "transparent"});
    GifFileType *gif = read_gif(written("t.gif", (ExportOptions){.scale = 1}, &bytes));
    for (int i = 0; i < gif->ImageCount; i++) {
        GraphicsControlBlock control;
        DGifSavedExtensionToGCB(gif, i, &control);
        assert_int_equal(control.DisposalMode, DISPOSE_BACKGROUND);
        assert_int_equal(gif->SavedImages[i].ImageDesc.Width, gif->SWidth);
        assert_int_equal(gif->SavedImages[i].RasterBits[0], control.TransparentColor);
    }
    DGifCloseFile(gif, &code);
}

static void test_the_palette_keeps_what_is_flat(void **state)
{
    (void)state;
    Palette palette;
    assert_true(palette_begin(&palette));
    for (int i = 0; i < 100000; i++) palette_see(&palette, 0xfffffe);
    for (int i = 0; i < 5000; i++) palette_see(&palette, 0x0a5fd1);
    for (uint32_t i = 0; i < 200000; i++) palette_see(&palette, i * 83 & 0xffffff);
    assert_true(palette_choose(&palette));
    assert_int_equal(palette.count, MOST_PALETTE);
    uint32_t white = palette.rgb[palette_index(&palette, 0xfffffe)];
    uint32_t blue = palette.rgb[palette_index(&palette, 0x0a5fd1)];
    assert_int_equal(white & palette.mask, 0xfffffe & palette.mask);
    assert_int_equal(blue & palette.mask, 0x0a5fd1 & palette.mask);
    palette_end(&palette);
}

// ---- APNG -------------------------------------------------------------------------------------

static uint32_t get_32(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void put_chunk(Buf *file, const char *type, const unsigned char *data, uint32_t size)
{
    Buf body = {.arena = &arena};
    buf_add(&body, (Str){type, 4});
    buf_add(&body, (Str){(const char *)data, (int)size});
    uint32_t numbers[] = {size, libdeflate_crc32(0, body.p, (size_t)body.n)};
    for (int i = 0; i < 2; i++) {
        for (int shift = 24; shift >= 0; shift -= 8)
            buf_add_char(file, (char)(numbers[i] >> shift & 0xff));
        if (i == 0) buf_add(file, buf_str(&body));
    }
}

typedef struct Reader {
    const char *bytes;
    size_t left;
} Reader;

static cairo_status_t read_some(void *context, unsigned char *data, unsigned length)
{
    Reader *reader = context;
    if (reader->left < length) return CAIRO_STATUS_READ_ERROR;
    memcpy(data, reader->bytes, length);
    reader->bytes += length;
    reader->left -= length;
    return CAIRO_STATUS_SUCCESS;
}

// The pixels of a frame, as a PNG of their own, drawn over the canvas.
static void paint_apng(Canvas *canvas, const unsigned char *control, const unsigned char *data,
                       uint32_t size)
{
    uint32_t width = get_32(control + 4), height = get_32(control + 8);
    uint32_t left = get_32(control + 12), top = get_32(control + 16);
    unsigned char header[13];
    memcpy(header, control + 4, 8);
    memcpy(header + 8, "\x08\x06\0\0\0", 5);
    Buf file = {.arena = &arena};
    buf_add(&file, (Str){"\x89PNG\r\n\x1a\n", 8});
    put_chunk(&file, "IHDR", header, 13);
    put_chunk(&file, "IDAT", data, size);
    put_chunk(&file, "IEND", data, 0);
    Reader reader = {file.p, (size_t)file.n};
    cairo_surface_t *image = cairo_image_surface_create_from_png_stream(read_some, &reader);
    assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    const unsigned char *from = cairo_image_surface_get_data(image);
    int stride = cairo_image_surface_get_stride(image);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            const unsigned char *pixel = from + y * (uint32_t)stride + 4 * x;
            unsigned char *to = canvas->rgba + 4 * ((top + y) * (uint32_t)canvas->width + left + x);
            if (pixel[3] == 0) continue;
            to[0] = pixel[2], to[1] = pixel[1], to[2] = pixel[0], to[3] = pixel[3];
        }
    }
    cairo_surface_destroy(image);
}

static void test_an_apng_shows_the_stills_exactly(void **state)
{
    (void)state;
    size_t bytes, size;
    move("equation", "weights", (FigureLook){.width = 640, .height = 360});
    ExportOptions options = {.scale = 1, .loops = 2};
    const unsigned char *file = contents(written("w.apng", options, &bytes), &size),
                        *control = NULL;
    assert_int_equal(size, bytes);
    assert_memory_equal(file, "\x89PNG\r\n\x1a\n", 8);
    Canvas canvas = {640, 360, calloc(640 * 360, 4)};
    uint32_t sequence = 0;
    int frame = 0, pictures = 0;
    for (size_t at = 8; at < size;) {
        const unsigned char *chunk = file + at, *type = chunk + 4, *data = chunk + 8;
        uint32_t length = get_32(chunk);
        assert_int_equal(get_32(data + length), libdeflate_crc32(0, type, length + 4));
        bool later = memcmp(type, "fdAT", 4) == 0;
        if (memcmp(type, "acTL", 4) == 0) {
            assert_int_equal(get_32(data), movement.count);
            assert_int_equal(get_32(data + 4), 2);
        }
        if (memcmp(type, "fcTL", 4) == 0) {
            assert_int_equal(get_32(data), sequence++);
            assert_int_equal(data[20] << 8 | data[21], (int)round(movement.seconds[frame] * 1000));
            control = data;
        }
        if (later) assert_int_equal(get_32(data), sequence++);
        if (later || memcmp(type, "IDAT", 4) == 0) {
            pictures++;
            paint_apng(&canvas, control, data + 4 * later, length - 4 * later);
            Raster still = still_of(frame++, 1);
            assert_alike(&canvas, &still, 0, 0);
            raster_free(&still);
        }
        at += length + 12;
    }
    assert_int_equal(pictures, movement.count);
    free(canvas.rgba);
}

// ---- SVG and PDF ------------------------------------------------------------------------------

// The SVG as it is at a moment, without the movement.
static const char *stopped(const char *svg, double share)
{
    Buf out = {.arena = &arena};
    const char *tag = "<animate ", *shown = "visibility=\"";
    for (const char *at; (at = strstr(svg, tag)); svg = strstr(at, "/>") + 2) {
        const char *value = strstr(at, "values=\"") + 8, *key = strstr(at, "keyTimes=\"") + 10;
        bool visible = *value == 'v';
        for (; *key != '"' && strtod(key, NULL) <= share;
             key += strcspn(key, ";\""), key += *key == ';') {
            visible = *value == 'v';
            value += strcspn(value, ";\"") + 1;
        }
        const char *group = at;
        while (strncmp(group, "<g ", 3) != 0) group--;
        buf_add(&out, (Str){svg, (int)(group - svg)});
        buf_printf(&out, "<g %s%s\">", shown, visible ? "visible" : "hidden");
    }
    buf_add(&out, str_from(svg));
    return buf_text(&out);
}

static Canvas drawn_svg(const char *text)
{
    const char *path = arena_printf(&arena, "%s/one.svg", folder);
    const char *picture = arena_printf(&arena, "%s/one.png", folder);
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
    assert_int_equal(system(arena_printf(&arena, "rsvg-convert -z 0.75 -o %s %s", picture, path)),
                     0);
    cairo_surface_t *image = cairo_image_surface_create_from_png(picture);
    assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    Canvas canvas = {cairo_image_surface_get_width(image), cairo_image_surface_get_height(image),
                     NULL};
    canvas.rgba = arena_alloc(&arena, 4 * (size_t)canvas.width * (size_t)canvas.height);
    for (int y = 0; y < canvas.height; y++) {
        const unsigned char *from =
            cairo_image_surface_get_data(image) + y * cairo_image_surface_get_stride(image);
        for (int x = 0; x < canvas.width; x++) {
            unsigned char *to = canvas.rgba + 4 * (y * canvas.width + x);
            to[0] = from[4 * x + 2], to[1] = from[4 * x + 1], to[2] = from[4 * x];
        }
    }
    cairo_surface_destroy(image);
    return canvas;
}

static Raster still_svg(int frame)
{
    Figure figure = frame_of(frame);
    Error error = {.arena = &arena};
    size_t bytes, size;
    const char *path = arena_printf(&arena, "%s/still.svg", folder);
    ExportOptions options = {.force = true};
    assert_true(export_figure(&figure, path, &options, &arena, &bytes, &error));
    char *svg = (char *)contents(path, &size);
    svg[size] = '\0';
    Canvas canvas = drawn_svg(svg);
    return (Raster){canvas.width, canvas.height, 4, canvas.rgba};
}

static void test_an_svg_shows_the_stills(void **state)
{
    (void)state;
    size_t bytes, size;
    move("equation", "scores", (FigureLook){.width = 640, .height = 360});
    const char *path = written("w.svg", (ExportOptions){.loops = 4}, &bytes);
    char *svg = (char *)contents(path, &size);
    svg[size] = '\0';
    assert_non_null(strstr(svg, "repeatCount=\"4\""));
    assert_null(strstr(svg, "<script"));
    double total = movement_seconds(&movement), begun = 0;
    for (int i = 0; i < movement.count; i++) {
        Canvas canvas = drawn_svg(stopped(svg, (begun + movement.seconds[i] / 2) / total));
        Raster still = still_svg(i);
        assert_alike(&canvas, &still, 8, 0.001);
        begun += movement.seconds[i];
    }
    Canvas unmoved = drawn_svg(svg); // by a viewer that knows no animation
    Raster last = still_svg(movement.count - 1);
    assert_alike(&unmoved, &last, 8, 0.001);
}

static void test_a_pdf_has_a_page_for_each_frame(void **state)
{
    (void)state;
    size_t bytes;
    move("equation", "scores", (FigureLook){.width = 306, .height = 193});
    const char *path = written("w.pdf", (ExportOptions){0}, &bytes);
    FILE *pipe = popen(arena_printf(&arena, "pdfinfo %s", path), "r");
    char line[256];
    int pages = 0;
    while (fgets(line, sizeof line, pipe)) sscanf(line, "Pages: %d", &pages);
    pclose(pipe);
    assert_int_equal(pages, movement.count);
}

// ---- layers -----------------------------------------------------------------------------------

static bool draw_letters(const void *context, int frame, Figure *figure, Error *error)
{
    (void)error;
    const char *const *letters = context;
    figure->width = figure->height = 100;
    for (const char *p = letters[frame]; *p; p++) {
        const char *text = arena_printf(figure->arena, "%c", *p);
        figure_add(figure, (FigureShape){.kind = SHAPE_TEXT, .text = text, .size = 10});
    }
    return true;
}

static void test_layers_give_every_frame_in_its_order(void **state)
{
    (void)state;
    static const char *const letters[] = {"abcde", "abxde", "xde", "", "edcba", "eba", "zebra"};
    const double seconds[7] = {0};
    Movement moves = {7, seconds, draw_letters, letters};
    Layers layers;
    Error error = {.arena = &arena};
    assert_true(layers_read(&layers, &moves, &arena, &error));
    for (int frame = 0; frame < 7; frame++) {
        Buf seen = {.arena = &arena};
        for (int i = 0; i < layers.count; i++) {
            const Layer *layer = &layers.layer[i];
            if (frame < layer->first || frame > layer->last) continue;
            for (int k = 0; k < layer->figure.count; k++)
                buf_add(&seen, str_from(layer->figure.shapes[k].text));
        }
        assert_string_equal(buf_text(&seen), letters[frame]);
    }
    assert_true(layers.count < 14); // what stays is there once
}

// ---- errors -----------------------------------------------------------------------------------

static void test_too_many_frames_are_refused(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    assert_true(movement_check(MOST_MOVING, &error));
    assert_false(movement_check(MOST_MOVING + 1, &error));
    assert_non_null(strstr(error.message, "501 frames"));
    assert_non_null(error.hint);
}

static void test_nothing_moves_in_a_png(void **state)
{
    (void)state;
    Error error = {.arena = &arena};
    size_t bytes;
    move("equation", "weights", (FigureLook){0});
    const char *path = arena_printf(&arena, "%s/no.png", folder);
    assert_false(export_movement(&movement, path, &(ExportOptions){0}, &bytes, &error));
    assert_string_equal(error.message, "nothing moves in a PNG");
    Figure still = frame_of(0);
    error = (Error){.arena = &arena};
    path = arena_printf(&arena, "%s/no.gif", folder);
    assert_false(export_figure(&still, path, &(ExportOptions){0}, &arena, &bytes, &error));
    assert_non_null(strstr(error.message, "stands still"));
}

#define WITH_LESSON(test) cmocka_unit_test_setup_teardown(test, open_lesson, close_lesson)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_LESSON(test_an_operation_opens_as_in_the_walk),
        WITH_LESSON(test_the_chosen_cell_opens_first),
        WITH_LESSON(test_the_last_frame_is_the_still_figure),
        WITH_LESSON(test_nothing_jumps),
        WITH_LESSON(test_a_walk_has_one_page_for_all),
        WITH_LESSON(test_a_gif_shows_the_stills),
        WITH_LESSON(test_a_gif_says_how_often_and_how_fast),
        WITH_LESSON(test_a_transparent_gif_is_cleared),
        WITH_LESSON(test_the_palette_keeps_what_is_flat),
        WITH_LESSON(test_an_apng_shows_the_stills_exactly),
        WITH_LESSON(test_an_svg_shows_the_stills),
        WITH_LESSON(test_a_pdf_has_a_page_for_each_frame),
        WITH_LESSON(test_layers_give_every_frame_in_its_order),
        WITH_LESSON(test_too_many_frames_are_refused),
        WITH_LESSON(test_nothing_moves_in_a_png),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
