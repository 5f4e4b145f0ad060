// Draws the shapes of a figure with cairo, one function for each kind of shape in a table, into
// pixels or a PDF, which makes a difference where sharp edges matter. With pixels the edges of
// cells are moved to whole pixels. In a PDF a matrix drawn as an image would be blurred by most
// viewers, so its cells become rectangles as long as they are not too many.
#include "export/writers.h"

#include "export/pixels.h"
#include "export/text_layout.h"

#include <cairo-pdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Drawing {
    cairo_t *cr;
    const Figure *figure;
    double scale; // pixels per point; 0: no pixels, drawn in points
    int missing;  // characters that no font of this machine has (drawn as boxes)
    bool no_fonts;
    bool tagged;    // in a PDF: what the pages are, for screen readers
    int rectangles; // that images became
} Drawing;

static void set_color(cairo_t *cr, Color color)
{
    cairo_set_source_rgba(cr, color.r / 255.0, color.g / 255.0, color.b / 255.0, color.a / 255.0);
}

static double to_pixel(const Drawing *drawing, double points)
{
    if (drawing->scale <= 0) return points;
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

static void fill_or_stroke(cairo_t *cr, const FigureShape *shape)
{
    if (shape->stroke <= 0) {
        cairo_fill(cr);
        return;
    }
    cairo_set_line_width(cr, shape->stroke);
    cairo_set_dash(cr, &shape->dash, shape->dash > 0, 0);
    cairo_stroke(cr);
}

static void draw_rectangle(Drawing *drawing, const FigureShape *shape)
{
    cairo_t *cr = drawing->cr;
    set_color(cr, shape->color);
    if (shape->radius > 0)
        rounded_path(cr, shape);
    else
        snapped_path(drawing, shape);
    fill_or_stroke(cr, shape);
}

static void draw_line(Drawing *drawing, const FigureShape *shape)
{
    cairo_t *cr = drawing->cr;
    set_color(cr, shape->color);
    cairo_move_to(cr, shape->x, shape->y);
    cairo_rel_line_to(cr, shape->width, shape->height);
    fill_or_stroke(cr, shape);
}

static void draw_points(Drawing *drawing, const FigureShape *shape)
{
    cairo_t *cr = drawing->cr;
    const Point *points = shape->points;
    bool curve = shape->kind == SHAPE_CURVE;
    int end = points_drawn(shape);
    if (!end) return;
    cairo_move_to(cr, points[0].x, points[0].y);
    for (int i = 1; i < end; i += curve ? 3 : 1) {
        if (curve)
            cairo_curve_to(cr, points[i].x, points[i].y, points[i + 1].x, points[i + 1].y,
                           points[i + 2].x, points[i + 2].y);
        else
            cairo_line_to(cr, points[i].x, points[i].y);
    }
    if (!curve) cairo_close_path(cr);
    set_color(cr, shape->color);
    fill_or_stroke(cr, shape);
}

// Of a figure its description is read aloud; of pages, as those of a worksheet, their text.
static const char *page_tag(const Drawing *drawing)
{
    return figure_pages(drawing->figure) > 1 ? "P" : "Figure";
}

// Cairo forgets what came before something that covers the whole page, tags as well. So the ground
// is painted first, and nothing behind it may reach the very edge.
static void begin_page(const Drawing *drawing, bool first)
{
    const double edge = 0.001; // points
    const Figure *figure = drawing->figure;
    if (figure->background.a > 0) {
        set_color(drawing->cr, figure->background);
        cairo_paint(drawing->cr);
    }
    if (!drawing->tagged) return;
    if (first) cairo_tag_begin(drawing->cr, "Document", NULL);
    cairo_tag_begin(drawing->cr, page_tag(drawing), NULL);
    cairo_save(drawing->cr);
    cairo_rectangle(drawing->cr, edge, edge, figure->width - 2 * edge, figure->height - 2 * edge);
    cairo_clip(drawing->cr);
}

static void end_page(const Drawing *drawing)
{
    if (!drawing->tagged) return;
    cairo_restore(drawing->cr);
    cairo_tag_end(drawing->cr, page_tag(drawing));
}

static void next_page(Drawing *drawing, const FigureShape *shape UNUSED)
{
    end_page(drawing);
    cairo_show_page(drawing->cr);
    begin_page(drawing, false);
}

static void draw_text(Drawing *drawing, const FigureShape *shape)
{
    cairo_t *cr = drawing->cr;
    TextLook look = {drawing->figure->font, shape->bold, shape->mono};
    PangoLayout *layout = text_layout(&look, shape->text);
    drawing->missing += text_missing(layout, shape->text, &drawing->no_fonts);
    int width, height;
    pango_layout_get_size(layout, &width, &height);
    double x = -(double)width / PANGO_SCALE * (double)shape->align / 2;
    cairo_save(cr);
    set_color(cr, shape->color);
    cairo_translate(cr, shape->x, shape->y);
    if (shape->angle != 0) cairo_rotate(cr, shape->angle * M_PI / 180);
    cairo_scale(cr, shape->size / TEXT_SIZE, shape->size / TEXT_SIZE);
    cairo_move_to(cr, x, TEXT_HALF_CAPITAL * TEXT_SIZE);
    pango_cairo_show_layout_line(cr, pango_layout_get_line_readonly(layout, 0));
    cairo_restore(cr);
}

static uint32_t premultiplied(Color c)
{
    uint32_t a = c.a, r = c.r, g = c.g, b = c.b;
    if (a < 255) r = r * a / 255, g = g * a / 255, b = b * a / 255;
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

static bool draw_as_rectangles(Drawing *drawing, const FigureShape *shape)
{
    if (drawing->scale > 0 || !pixels_as_rectangles(shape, &drawing->rectangles)) return false;
    FigureShape run;
    for (int at = 0; pixels_next_run(shape, &at, &run);) draw_rectangle(drawing, &run);
    return true;
}

// Enlarged without smoothing; reduced by averaging, so that no cell vanishes between two pixels.
static void draw_image(Drawing *drawing, const FigureShape *shape)
{
    if (draw_as_rectangles(drawing, shape)) return;
    cairo_t *cr = drawing->cr;
    double across = shape->width / shape->pixel_columns, down = shape->height / shape->pixel_rows;
    bool reduced = drawing->scale > 0 && fmin(across, down) * drawing->scale < 1;
    cairo_surface_t *image = image_surface(shape);
    cairo_save(cr);
    snapped_path(drawing, shape);
    cairo_clip(cr);
    cairo_translate(cr, to_pixel(drawing, shape->x), to_pixel(drawing, shape->y));
    cairo_scale(cr, across, down);
    cairo_set_source_surface(cr, image, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr),
                             reduced ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
    // In a PDF a padded image becomes a pattern, which viewers smooth.
    bool pixels = drawing->scale > 0;
    cairo_pattern_set_extend(cairo_get_source(cr), pixels ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE);
    cairo_paint(cr);
    cairo_restore(cr);
    cairo_surface_destroy(image);
}

static void draw_gradient(Drawing *drawing, const FigureShape *shape)
{
    bool upright = gradient_is_upright(shape);
    cairo_pattern_t *pattern = cairo_pattern_create_linear(
        shape->x, shape->y, upright ? shape->x : shape->x + shape->width,
        upright ? shape->y + shape->height : shape->y);
    GradientStop *stops;
    int count = gradient_stops(shape, drawing->figure->arena, &stops);
    for (int i = 0; i < count; i++) {
        Color color = stops[i].color;
        cairo_pattern_add_color_stop_rgba(pattern, stops[i].at, color.r / 255.0, color.g / 255.0,
                                          color.b / 255.0, color.a / 255.0);
    }
    cairo_set_source(drawing->cr, pattern);
    cairo_pattern_destroy(pattern);
    snapped_path(drawing, shape);
    cairo_fill(drawing->cr);
}

static void draw_all(Drawing *drawing)
{
    static void (*const draw[])(Drawing *, const FigureShape *) = {
        [SHAPE_RECTANGLE] = draw_rectangle, [SHAPE_TEXT] = draw_text,
        [SHAPE_LINE] = draw_line,           [SHAPE_IMAGE] = draw_image,
        [SHAPE_GRADIENT] = draw_gradient,   [SHAPE_POLYGON] = draw_points,
        [SHAPE_CURVE] = draw_points,        [SHAPE_PAGE] = next_page,
    };
    if (drawing->scale > 0) cairo_scale(drawing->cr, drawing->scale, drawing->scale);
    cairo_font_options_t *options = text_options();
    cairo_set_font_options(drawing->cr, options);
    cairo_font_options_destroy(options);
    begin_page(drawing, true);
    const Figure *figure = drawing->figure;
    for (int i = 0; i < figure->count; i++) {
        draw[figure->shapes[i].kind](drawing, &figure->shapes[i]);
    }
    end_page(drawing);
    if (drawing->tagged) cairo_tag_end(drawing->cr, "Document");
}

// What went wrong, in drawing or with the surface, which is ended. Errors: no fonts at all, those
// of cairo.
static bool finish(Drawing *drawing, cairo_surface_t *surface, int *missing, Error *error)
{
    *missing = drawing->missing;
    cairo_status_t status = cairo_status(drawing->cr);
    cairo_destroy(drawing->cr);
    cairo_surface_finish(surface); // writes the rest of a file
    if (!status) status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status)
        return error_set(error, NULL, "cannot draw the figure: %s", cairo_status_to_string(status));
    return !drawing->no_fonts || text_no_fonts(error);
}

static bool draw_on(cairo_surface_t *surface, const Figure *figure, double scale, int *missing,
                    Error *error)
{
    Drawing drawing = {.cr = cairo_create(surface), .figure = figure, .scale = scale};
    drawing.tagged = scale <= 0;
    draw_all(&drawing);
    return finish(&drawing, surface, missing, error);
}

// ---- pixels -----------------------------------------------------------------------------------
//
// Cairo stores a pixel as 32 bits with its colours already multiplied by alpha (premultiplied); a
// PNG has separate bytes and plain colours, so the pixels are converted in place. A figure with an
// opaque background has no alpha channel.

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
    if (!raster->pixels) return bytes_no_memory(error);
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        raster->pixels, format, raster->width, raster->height, stride);
    bool ok = draw_on(surface, figure, scale, missing, error);
    if (ok) pack_pixels(raster, (size_t)stride);
    return ok;
}

void raster_free(Raster *raster)
{
    free(raster->pixels);
    *raster = (Raster){0};
}

// ---- PDF --------------------------------------------------------------------------------------

static cairo_status_t take_bytes(void *bytes, const unsigned char *data, unsigned int count)
{
    return bytes_add(bytes, data, count) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}

// The same figure gives the same bytes: the date is one that says nothing.
bool figure_pdf(const Figure *figure, const ExportOptions *options UNUSED, Output *output,
                Error *error)
{
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(take_bytes, &output->file,
                                                                   figure->width, figure->height);
    // From 1.5 on newer versions of cairo pack what pdf_finish() looks for.
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);
    const char *subject = figure->description;
    if (figure->title)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, figure->title);
    if (subject) cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, subject);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "qkv");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    return draw_on(surface, figure, 0, &output->missing, error) &&
           (pdf_finish(figure, &output->file) || bytes_no_memory(error));
}
