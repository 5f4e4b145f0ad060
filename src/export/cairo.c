// The only file that knows cairo and pango.
//
// One drawing routine for any cairo surface; so far it is given image surfaces only. How text
// looks must not depend on the settings of somebody's desktop: antialiasing, hinting and metrics
// are fixed, and glyphs stand at fractions of a pixel, so that text is as wide as it was measured
// at any scale.

#include "export/cairo.h"

#include "base/bug.h"
#include "base/utf8.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <stdlib.h>
#include <string.h>

// ---- text -------------------------------------------------------------------------------------

// Pango is slow to start and cheap to ask again: one of each for the whole process.
typedef struct TextSetter {
    PangoContext *context;
    PangoLayout *layout;
    PangoFontDescription *font[2][2]; // by bold, mono
} TextSetter;

static cairo_font_options_t *font_options(void)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    return options;
}

// Pango reports missing fonts on stderr by itself; here they are counted and told properly.
static void keep_quiet(const char *domain, GLogLevelFlags level, const char *message, void *data)
{
    (void)domain, (void)level, (void)message, (void)data;
}

static void set_up(TextSetter *text)
{
    g_log_set_handler("Pango", G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL, keep_quiet, NULL);
    text->context = pango_font_map_create_context(pango_cairo_font_map_get_default());
    cairo_font_options_t *options = font_options();
    pango_cairo_context_set_font_options(text->context, options);
    cairo_font_options_destroy(options);
    pango_context_set_round_glyph_positions(text->context, FALSE);
    text->layout = pango_layout_new(text->context);
    pango_layout_set_single_paragraph_mode(text->layout, TRUE);
    for (int bold = 0; bold < 2; bold++) {
        for (int mono = 0; mono < 2; mono++) {
            PangoFontDescription *font = pango_font_description_new();
            pango_font_description_set_family_static(font, mono ? "monospace" : "sans-serif");
            if (bold) pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
            text->font[bold][mono] = font;
        }
    }
}

static TextSetter *text_setter(void)
{
    static TextSetter text;
    if (!text.context) set_up(&text);
    return &text;
}

// Pango wants UTF-8; other bytes become U+FFFD.
static char *valid_copy(const char *text)
{
    char *copy = malloc(strlen(text) * 3 + 1), *end = copy;
    if (!copy) BUG("out of memory");
    for (Str rest = str_from(text); rest.n;) {
        int length;
        uint32_t code = utf8_decode(rest, &length);
        end += utf8_encode(code, end);
        rest = str_slice(rest, length, rest.n);
    }
    *end = '\0';
    return copy;
}

static PangoLayout *set_text(TextSetter *text, const char *content, double size, bool bold,
                             bool mono)
{
    PangoFontDescription *font = text->font[bold][mono];
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    pango_layout_set_font_description(text->layout, font);
    if (utf8_valid(str_from(content))) {
        pango_layout_set_text(text->layout, content, -1);
    } else {
        char *valid = valid_copy(content);
        pango_layout_set_text(text->layout, valid, -1);
        free(valid);
    }
    return text->layout;
}

double cairo_text_width(void *context, const char *text, double size, bool bold, bool mono)
{
    (void)context;
    int width, height;
    pango_layout_get_size(set_text(text_setter(), text, size, bold, mono), &width, &height);
    return (double)width / PANGO_SCALE;
}

// ---- shapes -----------------------------------------------------------------------------------

typedef struct Drawing {
    cairo_t *cr;
    double scale; // pixels per point
    TextSetter *text;
    int missing;
    bool no_fonts;
} Drawing;

static void set_color(cairo_t *cr, Color color)
{
    cairo_set_source_rgba(cr, color.r / 255.0, color.g / 255.0, color.b / 255.0, color.a / 255.0);
}

static double to_pixel(const Drawing *drawing, double points)
{
    return round(points * drawing->scale) / drawing->scale;
}

// Edges on whole pixels: neighbours meet without a seam, and nothing looks blurred.
static void snapped_path(const Drawing *drawing, const FigureShape *shape)
{
    double left = to_pixel(drawing, shape->x), right = to_pixel(drawing, shape->x + shape->width);
    double top = to_pixel(drawing, shape->y), bottom = to_pixel(drawing, shape->y + shape->height);
    cairo_rectangle(drawing->cr, left, top, right - left, bottom - top);
}

static void rounded_path(cairo_t *cr, const FigureShape *shape)
{
    double r = fmin(shape->radius, fmin(shape->width, shape->height) / 2);
    double right = shape->x + shape->width, bottom = shape->y + shape->height;
    cairo_new_sub_path(cr);
    cairo_arc(cr, right - r, shape->y + r, r, -M_PI / 2, 0);
    cairo_arc(cr, right - r, bottom - r, r, 0, M_PI / 2);
    cairo_arc(cr, shape->x + r, bottom - r, r, M_PI / 2, M_PI);
    cairo_arc(cr, shape->x + r, shape->y + r, r, M_PI, 3 * M_PI / 2);
    cairo_close_path(cr);
}

static void draw_rectangle(Drawing *drawing, const FigureShape *shape)
{
    cairo_t *cr = drawing->cr;
    set_color(cr, shape->color);
    if (shape->radius > 0)
        rounded_path(cr, shape);
    else
        snapped_path(drawing, shape);
    if (shape->stroke > 0) {
        cairo_set_line_width(cr, shape->stroke);
        cairo_stroke(cr);
    } else {
        cairo_fill(cr);
    }
}

static void draw_line(Drawing *drawing, const FigureShape *shape)
{
    cairo_t *cr = drawing->cr;
    set_color(cr, shape->color);
    cairo_set_line_width(cr, shape->stroke);
    cairo_move_to(cr, shape->x, shape->y);
    cairo_rel_line_to(cr, shape->width, shape->height);
    cairo_stroke(cr);
}

static bool is_plain(const char *text)
{
    for (; *text; text++) {
        if (*text < 0x20 || *text == 0x7f) return false;
    }
    return true;
}

static void count_missing(Drawing *drawing, PangoLayout *layout, const char *text)
{
    int missing = pango_layout_get_unknown_glyphs_count(layout);
    if (missing && is_plain(text)) drawing->no_fonts = true; // every font has ASCII
    drawing->missing += missing;
}

// Text stands on its baseline, so that labels of any script line up; the anchor is at half the
// height of a capital letter, which is also half the height of a digit.
static void draw_text(Drawing *drawing, const FigureShape *shape)
{
    const double half_capital = 0.36;
    cairo_t *cr = drawing->cr;
    PangoLayout *layout =
        set_text(drawing->text, shape->text, shape->size, shape->bold, shape->mono);
    count_missing(drawing, layout, shape->text);
    int width, height;
    pango_layout_get_size(layout, &width, &height);
    double x = -(double)width / PANGO_SCALE * (double)shape->align / 2;
    cairo_save(cr);
    set_color(cr, shape->color);
    cairo_translate(cr, shape->x, shape->y);
    if (shape->angle != 0) cairo_rotate(cr, shape->angle * M_PI / 180);
    cairo_move_to(cr, x, half_capital * shape->size);
    pango_cairo_show_layout_line(cr, pango_layout_get_line_readonly(layout, 0));
    cairo_restore(cr);
}

static uint32_t premultiplied(Color c)
{
    uint32_t a = c.a, r = c.r * a / 255, g = c.g * a / 255, b = c.b * a / 255;
    return a << 24 | r << 16 | g << 8 | b;
}

static cairo_surface_t *image_surface(const FigureShape *shape)
{
    int rows = shape->pixel_rows, columns = shape->pixel_columns;
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, columns, rows);
    if (cairo_surface_status(image)) return image;
    unsigned char *data = cairo_image_surface_get_data(image);
    int stride = cairo_image_surface_get_stride(image);
    for (int row = 0; row < rows; row++) {
        uint32_t *line = (uint32_t *)(void *)(data + (size_t)row * (size_t)stride);
        const Color *from = shape->pixels + (size_t)row * (size_t)columns;
        for (int column = 0; column < columns; column++) line[column] = premultiplied(from[column]);
    }
    cairo_surface_mark_dirty(image);
    return image;
}

// Enlarged without smoothing; reduced by averaging, so that no cell vanishes between two pixels.
static void draw_image(Drawing *drawing, const FigureShape *shape)
{
    cairo_t *cr = drawing->cr;
    double across = shape->width / shape->pixel_columns, down = shape->height / shape->pixel_rows;
    bool reduced = across * drawing->scale < 1 || down * drawing->scale < 1;
    cairo_surface_t *image = image_surface(shape);
    cairo_save(cr);
    snapped_path(drawing, shape);
    cairo_clip(cr);
    cairo_translate(cr, to_pixel(drawing, shape->x), to_pixel(drawing, shape->y));
    cairo_scale(cr, across, down);
    cairo_set_source_surface(cr, image, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr),
                             reduced ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD);
    cairo_paint(cr);
    cairo_restore(cr);
    cairo_surface_destroy(image);
}

static void draw_figure(Drawing *drawing, const Figure *figure)
{
    static void (*const draw[])(Drawing *, const FigureShape *) = {
        [SHAPE_RECTANGLE] = draw_rectangle,
        [SHAPE_TEXT] = draw_text,
        [SHAPE_LINE] = draw_line,
        [SHAPE_IMAGE] = draw_image,
    };
    cairo_scale(drawing->cr, drawing->scale, drawing->scale);
    cairo_font_options_t *options = font_options();
    cairo_set_font_options(drawing->cr, options);
    cairo_font_options_destroy(options);
    set_color(drawing->cr, figure->background);
    cairo_paint(drawing->cr);
    for (int i = 0; i < figure->count; i++) {
        draw[figure->shapes[i].kind](drawing, &figure->shapes[i]);
    }
}

// ---- pixels -----------------------------------------------------------------------------------

static unsigned char unmultiplied(uint32_t pixel, int shift)
{
    uint32_t alpha = pixel >> 24, channel = (pixel >> shift) & 0xff;
    return (unsigned char)(alpha ? (channel * 255 + alpha / 2) / alpha : 0);
}

static void copy_row(const uint32_t *from, int width, int channels, unsigned char *to)
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

static bool copy_pixels(cairo_surface_t *surface, Raster *raster, Error *error)
{
    size_t row_bytes = (size_t)raster->width * (size_t)raster->channels;
    raster->pixels = malloc(row_bytes * (size_t)raster->height);
    if (!raster->pixels) return error_set(error, NULL, "not enough memory for the figure");
    cairo_surface_flush(surface);
    const unsigned char *data = cairo_image_surface_get_data(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    for (int y = 0; y < raster->height; y++) {
        const uint32_t *from = (const uint32_t *)(const void *)(data + (size_t)y * stride);
        copy_row(from, raster->width, raster->channels, raster->pixels + (size_t)y * row_bytes);
    }
    return true;
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

static bool check_drawing(const Drawing *drawing, Error *error)
{
    cairo_status_t status = cairo_status(drawing->cr);
    if (status) {
        return error_set(error, NULL, "cannot draw the figure: %s", cairo_status_to_string(status));
    }
    if (!drawing->no_fonts) return true;
    error_set(error, NULL, "no fonts are installed, so the figure would have no text");
    return error_hint(error, "install a font, on Debian: apt install fonts-dejavu-core");
}

bool cairo_rasterize(const Figure *figure, double scale, Raster *raster, int *missing, Error *error)
{
    double width = round(figure->width * scale), height = round(figure->height * scale);
    *raster = (Raster){0};
    if (!check_size(width, height, error)) return false;
    raster->width = (int)width;
    raster->height = (int)height;
    raster->channels = figure->background.a == 255 ? 3 : 4;
    cairo_format_t format = raster->channels == 3 ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32;
    cairo_surface_t *surface = cairo_image_surface_create(format, raster->width, raster->height);
    Drawing drawing = {.cr = cairo_create(surface), .scale = scale, .text = text_setter()};
    draw_figure(&drawing, figure);
    *missing = drawing.missing;
    bool ok = check_drawing(&drawing, error) && copy_pixels(surface, raster, error);
    cairo_destroy(drawing.cr);
    cairo_surface_destroy(surface);
    return ok;
}

void raster_free(Raster *raster)
{
    free(raster->pixels);
    *raster = (Raster){0};
}
