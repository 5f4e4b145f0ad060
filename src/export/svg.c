// Writes the shapes of a figure as SVG, one function for each kind. Text is text: it can be edited,
// searched and set in the fonts of a slide. Its baseline and its turn are computed here, as viewers
// do not agree on anything else; widths are those of the font named first, of this machine.
#include "export/writers.h"

#include "base/hash.h"
#include "base/text/base64.h"
#include "base/text/visible.h"
#include "export/pixels.h"
#include "export/text.h"

#include <inttypes.h>
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
    int rectangles;
    bool no_memory, no_fonts;
    const FigureGroup *group; // that is open
    const char **id;          // of the groups so far
    int ids;
    const FigureShape *like; // a text whose size and alignment all in the group have, or NULL
    const char **rule;       // of CSS, for each class of dark colours
    int rules;
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

// The class of what is drawn in a dark colour: 3 is "c3".
static int dark_class(Svg *svg, const char *name, Color color)
{
    Buf rule = {.arena = svg->arena};
    buf_printf(&rule, "{%s:#%02x%02x%02x}", name, color.r, color.g, color.b);
    for (int i = svg->rules - 1; i >= 0; i--) {
        if (strcmp(svg->rule[i], buf_text(&rule)) == 0) return i + 1;
    }
    *ARENA_ADD(svg->arena, svg->rule, svg->rules) = buf_text(&rule);
    return svg->rules;
}

static void add_scheme(Svg *svg, FigureScheme scheme)
{
    if (scheme == SCHEME_LIGHT) buf_add(svg->out, STR(" class=\"light\""));
    if (scheme == SCHEME_DARK) buf_add(svg->out, STR(" class=\"dark\" display=\"none\""));
}

static void add_paint(Svg *svg, const char *name, const FigureShape *shape)
{
    add_color(svg->out, name, shape->color);
    if (!svg->figure->has_dark) return;
    add_scheme(svg, shape->scheme);
    if (shape->scheme == SCHEME_BOTH && !color_equal(shape->color, shape->dark))
        buf_printf(svg->out, " class=\"c%d\"", dark_class(svg, name, shape->dark));
}

static void add_title(Svg *svg, const char *title)
{
    if (!title || !title[0]) return;
    buf_add(svg->out, STR("<title>"));
    add_escaped(svg->out, visible_text(title, svg->arena));
    buf_add(svg->out, STR("</title>"));
}

static void add_cell(Svg *svg, const FigureMark *mark)
{
    if (mark && mark->row >= 0)
        buf_printf(svg->out, " data-row=\"%" PRId64 "\" data-column=\"%" PRId64 "\"", mark->row,
                   mark->column);
}

static void end_element(Svg *svg, const char *element, const FigureMark *mark)
{
    if (mark && mark->title) {
        buf_add_char(svg->out, '>');
        add_title(svg, mark->title);
        buf_printf(svg->out, "</%s>\n", element);
    } else {
        buf_add(svg->out, STR("/>\n"));
    }
}

static void end_shape(Svg *svg, const char *element, const FigureShape *shape)
{
    Buf *out = svg->out;
    if (shape->stroke > 0) {
        buf_add(out, STR(" fill=\"none\""));
        add_paint(svg, "stroke", shape);
        add_number(out, "stroke-width", shape->stroke);
        if (shape->dash > 0) add_number(out, "stroke-dasharray", shape->dash);
    } else {
        add_paint(svg, "fill", shape);
    }
    add_cell(svg, shape->mark);
    end_element(svg, element, shape->mark);
}

// ---- shapes -----------------------------------------------------------------------------------

static void write_rectangle(Svg *svg, const FigureShape *shape)
{
    buf_add(svg->out, STR("<rect"));
    add_box(svg->out, shape);
    if (shape->radius > 0) add_number(svg->out, "rx", shape->radius);
    end_shape(svg, "rect", shape);
}

static void write_line(Svg *svg, const FigureShape *shape)
{
    buf_printf(svg->out, "<path d=\"M%s %sl%s %s\"", coordinate(shape->x), coordinate(shape->y),
               coordinate(shape->width), coordinate(shape->height));
    end_shape(svg, "path", shape);
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
    end_shape(svg, "path", shape);
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
    add_paint(svg, "fill", shape);
    add_cell(svg, shape->mark);
    end_element(svg, "path", shape->mark);
}

static void add_text_look(Svg *svg, const FigureShape *shape)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    add_number(svg->out, "font-size", shape->size);
    buf_add(svg->out, str_from(anchors[shape->align]));
}

static void write_text(Svg *svg, const FigureShape *shape)
{
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
    if (!svg->like) add_text_look(svg, shape);
    if (shape->mono) buf_printf(out, " font-family=\"%s\"", svg->mono);
    if (shape->bold) buf_add(out, STR(" font-weight=\"bold\""));
    add_paint(svg, "fill", shape);
    add_cell(svg, shape->mark);
    buf_add_char(out, '>');
    add_escaped(out, visible_text(shape->text, svg->arena));
    if (shape->mark) add_title(svg, shape->mark->title);
    buf_add(out, STR("</text>\n"));
}

// ---- colours ----------------------------------------------------------------------------------

// Its name comes from its colours: of two figures in one page those with one name are alike.
static void write_gradient(Svg *svg, const FigureShape *shape)
{
    GradientStop *stops;
    int count = gradient_stops(shape, svg->arena, &stops);
    Buf inner = {.arena = svg->arena};
    buf_add(&inner, gradient_is_upright(shape) ? STR(" x2=\"0\" y2=\"1\">") : STR(">"));
    for (int i = 0; i < count; i++) {
        buf_printf(&inner, "<stop offset=\"%s%%\"", coordinate(100 * stops[i].at));
        add_color(&inner, "stop-color", stops[i].color);
        buf_add(&inner, STR("/>"));
    }
    unsigned id = (unsigned)hash_text(buf_str(&inner));
    buf_printf(svg->out, "<linearGradient id=\"%sramp-%08x\"%s</linearGradient>\n<rect",
               svg->prefix, id, buf_text(&inner));
    add_box(svg->out, shape);
    buf_printf(svg->out, " fill=\"url(#%sramp-%08x)\"", svg->prefix, id);
    add_scheme(svg, shape->scheme);
    buf_add(svg->out, STR("/>\n"));
}

// Shorter than a <rect>.
static void write_run(Svg *svg, FigureShape run, const FigureMark *mark)
{
    buf_printf(svg->out, "<path d=\"M%s %sh%sv%sh%sz\"", coordinate(run.x), coordinate(run.y),
               coordinate(run.width), coordinate(run.height), coordinate(-run.width));
    add_color(svg->out, "fill", run.color);
    if (mark) buf_printf(svg->out, " data-column=\"%" PRId64 "\"", mark->column);
    end_element(svg, "path", mark);
}

// Each with what it represents: a group for each row, in units of cells, which are short. What is
// seen of a cell is not covered by the next ones, so who points at it gets its own title.
static void write_cells(Svg *svg, const FigureShape *shape)
{
    double across = shape->width / shape->pixel_columns, down = shape->height / shape->pixel_rows;
    buf_printf(svg->out, "<g transform=\"translate(%s %s) scale(%s %s)\">\n", coordinate(shape->x),
               coordinate(shape->y), coordinate_exact(across), coordinate_exact(down));
    for (int row = 0; row < shape->pixel_rows; row++) {
        buf_printf(svg->out, "<g data-row=\"%" PRId64 "\">\n", shape->mark->row + row);
        for (int column = 0; column < shape->pixel_columns; column++) {
            const FigureMark *mark = &shape->mark[row * shape->pixel_columns + column];
            FigureShape run = pixels_run(shape, row, column, column);
            run.width /= across;
            run.height /= down;
            run.x = column;
            run.y = row;
            write_run(svg, run, mark);
        }
        buf_add(svg->out, STR("</g>\n"));
    }
    buf_add(svg->out, STR("</g>\n"));
}

static void write_rectangles(Svg *svg, const FigureShape *shape)
{
    FigureShape run;
    buf_add(svg->out, STR("<g shape-rendering=\"crispEdges\"")); // what is covered leaves no trace
    add_scheme(svg, shape->scheme);
    buf_add(svg->out, STR(">\n"));
    if (shape->mark) write_cells(svg, shape);
    for (int at = 0; !shape->mark && pixels_next_run(shape, &at, &run);) write_run(svg, run, NULL);
    buf_add(svg->out, STR("</g>\n"));
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
    add_scheme(svg, shape->scheme);
    buf_add(svg->out, STR(" xlink:href=\"data:image/png;base64,"));
    base64_add(svg->out, (Str){(const char *)png.data, (int)png.size});
    buf_add(svg->out, STR("\"/>\n"));
    free(png.data);
}

// ---- groups -----------------------------------------------------------------------------------

static bool is_within(const FigureGroup *group, const FigureGroup *other)
{
    while (group && group != other) group = group->parent;
    return group == other;
}

// "panel-2-cells"; another one of the name is "panel-2-cells-2".
static const char *path_of(const FigureGroup *group, Arena *arena)
{
    const char *own =
        group->number ? arena_printf(arena, "%s-%d", group->name, group->number) : group->name;
    return group->parent ? arena_printf(arena, "%s-%s", path_of(group->parent, arena), own) : own;
}

static bool has_id(const Svg *svg, const char *id)
{
    for (int i = 0; i < svg->ids; i++) {
        if (strcmp(svg->id[i], id) == 0) return true;
    }
    return false;
}

static void add_id(Svg *svg, const FigureGroup *group)
{
    const char *path = path_of(group, svg->arena), *id = path;
    for (int i = 2; has_id(svg, id); i++) id = arena_printf(svg->arena, "%s-%d", path, i);
    *ARENA_ADD(svg->arena, svg->id, svg->ids) = id;
    buf_printf(svg->out, " id=\"%s%s\"", svg->prefix, id);
}

// The first text from `at` on where all texts of the group look like it and it has no groups in
// it; else NULL.
static const FigureShape *common_text(const Svg *svg, const FigureGroup *group, int at)
{
    const Figure *figure = svg->figure;
    const FigureShape *first = NULL;
    for (; at < figure->count && is_within(figure->shapes[at].group, group); at++) {
        const FigureShape *shape = &figure->shapes[at];
        if (shape->group != group) return NULL;
        if (shape->kind != SHAPE_TEXT) continue;
        if (!first) first = shape;
        if (shape->size != first->size || shape->align != first->align) return NULL;
    }
    return svg->outline ? NULL : first;
}

static void open_groups(Svg *svg, const FigureGroup *group, const FigureGroup *within, int at)
{
    if (group == within) return;
    open_groups(svg, group->parent, within, at);
    Buf *out = svg->out;
    buf_add(out, STR("<g"));
    add_id(svg, group);
    bool has_own_class = group->place >= 0 && strcmp(group->name, "matrix") != 0;
    buf_printf(out, " class=\"%sqkv-%s\"", has_own_class ? "qkv-matrix " : "", group->name);
    if (group->layer >= 0) buf_printf(out, " data-layer=\"%" PRId64 "\"", group->layer);
    if (group->head >= 0) buf_printf(out, " data-head=\"%" PRId64 "\"", group->head);
    if (group->place >= 0) buf_printf(out, " data-place=\"%d\"", group->place);
    if (group->is_passive) buf_add(out, STR(" pointer-events=\"none\""));
    svg->like = common_text(svg, group, at);
    if (svg->like) add_text_look(svg, svg->like);
    buf_add_char(out, '>');
    add_title(svg, group->title);
    buf_add_char(out, '\n');
}

// Ends groups and begins others, so that the shape at `at`, or the end, is in its own.
static void change_group(Svg *svg, const FigureGroup *to, int at)
{
    if (svg->group == to) return;
    svg->like = NULL;
    for (; svg->group && !is_within(to, svg->group); svg->group = svg->group->parent)
        buf_add(svg->out, STR("</g>\n"));
    open_groups(svg, to, svg->group, at);
    svg->group = to;
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

static void write_head(Svg svg, const char *class)
{
    const Figure *figure = svg.figure;
    Buf *out = svg.out;
    const char *width = coordinate_exact(figure->width), *height = coordinate_exact(figure->height);
    buf_printf(out,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<svg xmlns=\"http://www.w3.org/2000/svg\" "
               "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%spt\" height=\"%spt\" "
               "viewBox=\"0 0 %s %s\" class=\"qkv%s%s%s\" font-family=\"%s\" "
               "xml:space=\"preserve\" role=\"img\">\n",
               width, height, width, height, figure->kind ? " qkv-" : "",
               figure->kind ? figure->kind : "", class, family_stack(&svg, figure->font, false));
    add_element(&svg, "title", figure->title);
    add_element(&svg, "desc", figure->description);
}

static void write_ground(Svg *svg)
{
    const Figure *figure = svg->figure;
    FigureShape ground = {.color = figure->background, .dark = figure->dark_ground};
    if (ground.color.a == 0) return;
    buf_add(svg->out, STR("<rect width=\"100%\" height=\"100%\""));
    add_paint(svg, "fill", &ground);
    buf_add(svg->out, STR("/>\n"));
}

void svg_begin(const Figure *figure, Buf *out)
{
    Svg svg = {.out = out, .figure = figure, .arena = figure->arena};
    write_head(svg, "");
    write_ground(&svg);
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
        change_group(svg, shape->group, i);
        if (write[shape->kind]) write[shape->kind](svg, shape);
    }
    change_group(svg, NULL, figure->count);
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

// A class of its own keeps the rules of a figure from another one in the same page.
static const char *rules_of(const Svg *svg, Buf *style)
{
    Buf rules = {.arena = svg->arena};
    for (int i = 0; i < svg->rules; i++) buf_add(&rules, str_from(svg->rule[i]));
    const char *class = arena_printf(svg->arena, "qkv-t%08x", (unsigned)hash_text(buf_str(&rules)));
    buf_printf(style,
               "<style>@media (prefers-color-scheme: dark) {\n.%s .light{display:none}\n"
               ".%s .dark{display:inline}\n",
               class, class);
    for (int i = 0; i < svg->rules; i++)
        buf_printf(style, ".%s .c%d%s\n", class, i + 1, svg->rule[i]);
    buf_add(style, STR("}</style>\n"));
    return arena_printf(svg->arena, " %s", class);
}

bool svg_write(const Figure *figure, TextOutline *outline, Buf *out, int *missing, Error *error)
{
    Buf shapes = {.arena = figure->arena}, style = {.arena = figure->arena};
    Svg svg = {
        .out = &shapes, .figure = figure, .prefix = "", .outline = outline, .arena = figure->arena};
    write_ground(&svg);
    if (!write_shapes(&svg, error)) return false;
    const char *class = figure->has_dark ? rules_of(&svg, &style) : "";
    svg.out = out;
    write_head(svg, class);
    buf_add(out, buf_str(&style));
    buf_add(out, buf_str(&shapes));
    svg_end(out);
    *missing = svg.missing;
    return true;
}
