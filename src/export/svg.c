// Writes the shapes of a figure as SVG, one function for each kind. Text is text: it can be edited,
// searched and set in the fonts of a slide. Its baseline and its turn are computed here, as viewers
// do not agree on anything else; widths are those of the font named first, of this machine.
#include "export/writers.h"

#include "base/text/base64.h"
#include "base/text/visible.h"
#include "export/pixels.h"
#include "export/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Svg {
    Buf *out;
    const Figure *figure;
    Arena *arena;
    const char *mono;   // the value of font-family
    const char *prefix; // of ids
    TextOutline *outline;
    int missing; // characters that no font has
    int gradients, rectangles;
    bool no_memory, no_fonts;
} Svg;

// ---- parts ------------------------------------------------------------------------------------

static void add_escaped(Buf *out, const char *text)
{
    for (; *text; text++) {
        bool control = (unsigned char)*text < 0x20; // has no place in XML
        if (*text == '<')
            buf_add(out, STR("&lt;"));
        else if (*text == '>')
            buf_add(out, STR("&gt;"));
        else if (*text == '&')
            buf_add(out, STR("&amp;"));
        else
            buf_add_char(out, control ? ' ' : *text);
    }
}

static void add_number(Buf *out, const char *name, double value)
{
    buf_printf(out, " %s=\"%s\"", name, coordinate(value));
}

static void add_box(Buf *out, const FigureShape *shape)
{
    buf_printf(out, " x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"", coordinate(shape->x),
               coordinate(shape->y), coordinate(shape->width), coordinate(shape->height));
}

static void add_color(Buf *out, const char *name, Color color)
{
    buf_printf(out, " %s=\"#%02x%02x%02x\"", name, color.r, color.g, color.b);
    if (color.a < 255) buf_printf(out, " %s-opacity=\"%s\"", name, coordinate(color.a / 255.0));
}

static void end_path(Buf *out, const FigureShape *shape)
{
    if (shape->stroke > 0) {
        buf_add(out, STR(" fill=\"none\""));
        add_color(out, "stroke", shape->color);
        add_number(out, "stroke-width", shape->stroke);
        if (shape->dash > 0) add_number(out, "stroke-dasharray", shape->dash);
    } else {
        add_color(out, "fill", shape->color);
    }
    buf_add(out, STR("/>\n"));
}

// ---- shapes -----------------------------------------------------------------------------------

static void write_rectangle(Svg *svg, const FigureShape *shape)
{
    buf_add(svg->out, STR("<rect"));
    add_box(svg->out, shape);
    if (shape->radius > 0) add_number(svg->out, "rx", shape->radius);
    end_path(svg->out, shape);
}

static void write_line(Svg *svg, const FigureShape *shape)
{
    buf_printf(svg->out, "<path d=\"M%s %sl%s %s\"", coordinate(shape->x), coordinate(shape->y),
               coordinate(shape->width), coordinate(shape->height));
    end_path(svg->out, shape);
}

static void write_points(Svg *svg, const FigureShape *shape)
{
    bool curve = shape->kind == SHAPE_CURVE;
    int end = points_drawn(shape);
    if (!end) return;
    buf_add(svg->out, STR("<path d=\""));
    for (int i = 0; i < end; i++)
        buf_printf(svg->out, "%c%s %s",
                   i > 1   ? ' '
                   : !i    ? 'M'
                   : curve ? 'C'
                           : 'L',
                   coordinate(shape->points[i].x), coordinate(shape->points[i].y));
    buf_add(svg->out, curve ? STR("\"") : STR("Z\""));
    end_path(svg->out, shape);
}

// In the unit of the outline, with the anchor at 0, 0.
static void write_outline(Svg *svg, const FigureShape *shape, const TextLook *look)
{
    Buf path = {.arena = svg->arena};
    int missing = svg->outline(look, shape->text, (double)shape->align / 2, &path);
    svg->missing += missing;
    if (!path.n) return; // blanks
    buf_printf(svg->out, "<path transform=\"translate(%s %s)", coordinate(shape->x),
               coordinate(shape->y));
    if (shape->angle != 0) buf_printf(svg->out, " rotate(%g)", shape->angle);
    buf_printf(svg->out, " scale(%s)\" d=\"", coordinate_exact(shape->size / TEXT_SIZE));
    buf_add(svg->out, buf_str(&path)); // too long for a format
    buf_add_char(svg->out, '"');
    add_color(svg->out, "fill", shape->color);
    buf_add(svg->out, STR("/>\n"));
}

static void write_text(Svg *svg, const FigureShape *shape)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    Buf *out = svg->out;
    TextLook look = {svg->figure->font, shape->bold, shape->mono};
    svg->no_fonts |= text_lacks_fonts(&look, shape->text);
    if (svg->outline) {
        write_outline(svg, shape, &look);
        return;
    }
    buf_printf(out, "<text x=\"%s\" y=\"%s\"", coordinate(shape->x),
               coordinate(shape->y + TEXT_HALF_CAPITAL * shape->size));
    if (shape->angle != 0)
        buf_printf(out, " transform=\"rotate(%s %s %s)\"", coordinate(shape->angle),
                   coordinate(shape->x), coordinate(shape->y));
    add_number(out, "font-size", shape->size);
    buf_add(out, str_from(anchors[shape->align]));
    if (shape->mono) buf_printf(out, " font-family=\"%s\"", svg->mono);
    if (shape->bold) buf_add(out, STR(" font-weight=\"bold\""));
    add_color(out, "fill", shape->color);
    buf_add_char(out, '>');
    add_escaped(out, visible_text(shape->text, svg->arena));
    buf_add(out, STR("</text>\n"));
}

// ---- colours ----------------------------------------------------------------------------------

static void write_gradient(Svg *svg, const FigureShape *shape)
{
    GradientStop *stops;
    int count = gradient_stops(shape, svg->arena, &stops), id = ++svg->gradients;
    buf_printf(svg->out, "<linearGradient id=\"%sbar%d\"%s>", svg->prefix, id,
               gradient_is_upright(shape) ? " x2=\"0\" y2=\"1\"" : "");
    for (int i = 0; i < count; i++) {
        buf_printf(svg->out, "<stop offset=\"%s%%\"", coordinate(100 * stops[i].at));
        add_color(svg->out, "stop-color", stops[i].color);
        buf_add(svg->out, STR("/>"));
    }
    buf_add(svg->out, STR("</linearGradient>\n<rect"));
    add_box(svg->out, shape);
    buf_printf(svg->out, " fill=\"url(#%sbar%d)\"/>\n", svg->prefix, id);
}

static void write_rectangles(Svg *svg, const FigureShape *shape)
{
    Buf *out = svg->out;
    PixelRun run;
    for (int at = 0; pixels_next_run(shape, &at, &run);) {
        buf_printf(out, "<path d=\"M%s %sh%sv%sh%sz\"", coordinate(run.x), coordinate(run.y),
                   coordinate(run.width), coordinate(run.height), coordinate(-run.width));
        add_color(out, "fill", run.color);
        buf_add(out, STR("/>\n"));
    }
}

// Many viewers smooth what they enlarge, whatever the file says. So each cell has several pixels,
// and only their edges are smoothed; of a very large matrix one.
static int pixels_of_a_cell(const FigureShape *shape)
{
    const double most = 2e6;      // pixels
    const double too_small = 0.3; // points: too small for a sharp edge to show
    double cells = (double)shape->pixel_rows * shape->pixel_columns;
    if (shape->width < too_small * shape->pixel_columns) return 1;
    return (int)fmax(1, fmin(4, floor(sqrt(most / cells))));
}

static bool image_bytes(const FigureShape *shape, Bytes *png)
{
    int times = pixels_of_a_cell(shape);
    size_t width = (size_t)(shape->pixel_columns * times),
           height = (size_t)(shape->pixel_rows * times);
    Color *pixels = malloc(width * height * sizeof *pixels);
    if (!pixels) return false;
    for (size_t i = 0; i < width * height; i++) {
        size_t row = i / width / (size_t)times, column = i % width / (size_t)times;
        pixels[i] = shape->pixels[row * (size_t)shape->pixel_columns + column];
    }
    PngInput input = {.width = (int)width,
                      .height = (int)height,
                      .channels = 4,
                      .pixels = (const unsigned char *)pixels,
                      .even = times > 1};
    _Static_assert(sizeof(Color) == 4, "colours are pixels of a PNG");
    bool ok = png_encode(&input, png);
    free(pixels);
    return ok;
}

static void write_image(Svg *svg, const FigureShape *shape)
{
    if (pixels_as_rectangles(shape, &svg->rectangles)) {
        write_rectangles(svg, shape);
        return;
    }
    Bytes png = {0};
    svg->no_memory |= !image_bytes(shape, &png);
    buf_add(svg->out, STR("<image style=\"image-rendering:optimizeSpeed;image-rendering:pixelated\""
                          " preserveAspectRatio=\"none\""));
    add_box(svg->out, shape);
    buf_add(svg->out, STR(" xlink:href=\"data:image/png;base64,"));
    base64_add(svg->out, (Str){(const char *)png.data, (int)png.size});
    buf_add(svg->out, STR("\"/>\n"));
    free(png.data);
}

// ---- the file ---------------------------------------------------------------------------------

// The font of this machine, one of its widths that others have, and the generic name.
static const char *family_stack(const Svg *svg, const char *family, bool mono)
{
    TextLook look = {.family = family, .mono = mono};
    const char *found = text_family(&look, svg->arena);
    const char *wide = strcmp(found, "DejaVu Sans") == 0 ? "Verdana, " : "";
    const char *last = mono ? "monospace" : "sans-serif";
    if (!mono && family && strcmp(family, "serif") == 0) last = family;
    Buf stack = {.arena = svg->arena};
    buf_add_char(&stack, '\'');
    for (const char *p = found; *p; p++) {
        if (!strchr("'\"<>&", *p)) buf_add_char(&stack, *p);
    }
    buf_printf(&stack, "', %s%s", wide, last);
    return buf_text(&stack);
}

static void add_element(Svg *svg, const char *name, const char *text)
{
    if (!text) return;
    buf_printf(svg->out, "<%s>", name);
    add_escaped(svg->out, text);
    buf_printf(svg->out, "</%s>\n", name);
}

void svg_begin(const Figure *figure, Buf *out)
{
    Svg svg = {.out = out, .figure = figure, .arena = figure->arena};
    const char *width = coordinate_exact(figure->width), *height = coordinate_exact(figure->height);
    buf_printf(out,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<svg xmlns=\"http://www.w3.org/2000/svg\" "
               "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%spt\" height=\"%spt\" "
               "viewBox=\"0 0 %s %s\" font-family=\"%s\" xml:space=\"preserve\" role=\"img\">\n",
               width, height, width, height, family_stack(&svg, figure->font, false));
    add_element(&svg, "title", figure->title);
    add_element(&svg, "desc", figure->description);
    if (figure->background.a == 0) return;
    buf_add(out, STR("<rect width=\"100%\" height=\"100%\""));
    add_color(out, "fill", figure->background);
    buf_add(out, STR("/>\n"));
}

static bool write_shapes(Svg *svg, Error *error)
{
    static void (*const write[])(Svg *, const FigureShape *) = {
        [SHAPE_RECTANGLE] = write_rectangle, [SHAPE_TEXT] = write_text,
        [SHAPE_LINE] = write_line,           [SHAPE_IMAGE] = write_image,
        [SHAPE_GRADIENT] = write_gradient,   [SHAPE_POLYGON] = write_points,
        [SHAPE_CURVE] = write_points,        [SHAPE_PAGE] = NULL, // export.c refuses them
    };
    const Figure *figure = svg->figure;
    svg->arena = figure->arena;
    svg->mono = family_stack(svg, NULL, true);
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (write[shape->kind]) write[shape->kind](svg, shape);
    }
    if (svg->no_memory) return bytes_no_memory(error);
    return !svg->no_fonts || text_no_fonts(error);
}

bool svg_shapes(const Figure *figure, const char *prefix, Buf *out, Error *error)
{
    return write_shapes(&(Svg){.out = out, .figure = figure, .prefix = prefix}, error);
}

void svg_end(Buf *out)
{
    buf_add(out, STR("</svg>\n"));
}

bool svg_write(const Figure *figure, TextOutline *outline, Buf *out, int *missing, Error *error)
{
    Svg svg = {.out = out, .figure = figure, .prefix = "", .outline = outline};
    svg_begin(figure, out);
    if (!write_shapes(&svg, error)) return false;
    svg_end(out);
    *missing = svg.missing;
    return true;
}
