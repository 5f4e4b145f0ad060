// Writes the shapes of a figure as TikZ, one function for each kind. Lengths are in big points, as
// a point is in PDF; y grows downwards, as in the figure. Colours are defined once, at the top.
#include "export/writers.h"

#include "base/text/utf8.h"
#include "base/text/visible.h"
#include "export/pixels.h"
#include "export/tex.h"
#include "export/text.h"

#include <math.h>
#include <string.h>

typedef struct Tikz {
    Buf body, colors;
    const Figure *figure;
    TexText tex;
    Color *color; // defined so far
    int color_count;
    int gradients, rectangles;
    const FigureShape *too_large;
} Tikz;

// ---- parts ------------------------------------------------------------------------------------

// The number in the colour's name.
static int color_number(Tikz *tikz, Color color)
{
    for (int i = tikz->color_count - 1; i >= 0; i--) {
        const Color *known = &tikz->color[i];
        if (known->r == color.r && known->g == color.g && known->b == color.b) return i + 1;
    }
    *ARENA_ADD(tikz->figure->arena, tikz->color, tikz->color_count) = color;
    buf_printf(&tikz->colors, "\\definecolor{qkv%d}{HTML}{%02X%02X%02X}\n", tikz->color_count,
               color.r, color.g, color.b);
    return tikz->color_count;
}

static void add_length(Buf *out, const char *name, double points)
{
    buf_printf(out, ", %s=%sbp", name, coordinate(points));
}

static void add_place(Buf *out, const char *before, double x, double y)
{
    buf_printf(out, "%s(%s,%s)", before, coordinate(x), coordinate(y));
}

static void add_box(Buf *out, double x, double y, double width, double height)
{
    buf_printf(out, "(%s,%s) rectangle (%s,%s);\n", coordinate(x), coordinate(y),
               coordinate(x + width), coordinate(y + height));
}

static void add_opacity(Buf *out, Color color)
{
    if (color.a < 255) buf_printf(out, ", opacity=%s", coordinate(color.a / 255.0));
}

// "\fill[qkv1] " or "\draw[qkv1, line width=1bp] ".
static void begin_path(Tikz *tikz, const FigureShape *shape)
{
    Buf *out = &tikz->body;
    buf_printf(out, "\\%s[qkv%d", shape->stroke > 0 ? "draw" : "fill",
               color_number(tikz, shape->color));
    add_opacity(out, shape->color);
    if (shape->stroke > 0) add_length(out, "line width", shape->stroke);
    if (shape->stroke > 0 && shape->dash > 0)
        buf_printf(out, ", dash pattern=on %sbp off %sbp", coordinate(shape->dash),
                   coordinate(shape->dash));
    if (shape->kind == SHAPE_RECTANGLE && shape->radius > 0)
        add_length(out, "rounded corners",
                   fmin(shape->radius, fmin(shape->width, shape->height) / 2));
    buf_add(out, STR("] "));
}

// ---- shapes -----------------------------------------------------------------------------------

static void write_rectangle(Tikz *tikz, const FigureShape *shape)
{
    begin_path(tikz, shape);
    add_box(&tikz->body, shape->x, shape->y, shape->width, shape->height);
}

static void write_line(Tikz *tikz, const FigureShape *shape)
{
    begin_path(tikz, shape);
    add_place(&tikz->body, "", shape->x, shape->y);
    add_place(&tikz->body, " -- ", shape->x + shape->width, shape->y + shape->height);
    buf_add(&tikz->body, STR(";\n"));
}

static void write_points(Tikz *tikz, const FigureShape *shape)
{
    static const char *const before[] = {" .. controls ", " and ", " .. "};
    bool curve = shape->kind == SHAPE_CURVE;
    int end = points_drawn(shape);
    if (!end) return;
    begin_path(tikz, shape);
    for (int i = 0; i < end; i++)
        add_place(&tikz->body,
                  !i      ? ""
                  : curve ? before[(i - 1) % 3]
                          : " -- ",
                  shape->points[i].x, shape->points[i].y);
    buf_add(&tikz->body, curve ? STR(";\n") : STR(" -- cycle;\n"));
}

static void add_font(Buf *out, const FigureShape *shape)
{
    const double tex_points = 72.27 / 72, line = 1.2;
    buf_printf(out, "\\fontsize{%s}{%s}\\selectfont%s%s ", coordinate(shape->size * tex_points),
               coordinate(shape->size * tex_points * line), shape->mono ? "\\ttfamily" : "",
               shape->bold ? "\\bfseries" : "");
}

// The anchor is the baseline, which a turned text has beside the place, not below it.
static void write_text(Tikz *tikz, const FigureShape *shape)
{
    static const char *const anchors[] = {"base west", "base", "base east"};
    Buf *out = &tikz->body;
    double turn = shape->angle * M_PI / 180, down = TEXT_HALF_CAPITAL * shape->size;
    buf_printf(out, "\\node[qkv%d, anchor=%s", color_number(tikz, shape->color),
               anchors[shape->align]);
    add_opacity(out, shape->color);
    if (shape->angle != 0) buf_printf(out, ", rotate=%s", coordinate(-shape->angle));
    add_place(out, "] at ", shape->x - down * sin(turn), shape->y + down * cos(turn));
    buf_add(out, STR(" {"));
    add_font(out, shape);
    tex_add(&tikz->tex, visible_text(shape->text, tikz->figure->arena), shape->mono, out);
    buf_add(out, STR("};\n"));
}

static void write_image(Tikz *tikz, const FigureShape *shape)
{
    if (!pixels_as_rectangles(shape, &tikz->rectangles)) {
        tikz->too_large = shape;
        return;
    }
    FigureShape run;
    for (int at = 0; pixels_next_run(shape, &at, &run);) write_rectangle(tikz, &run);
}

// Shadings run from the left, or from below, and what is seen of them is from 25bp to 75bp.
static void write_gradient(Tikz *tikz, const FigureShape *shape)
{
    GradientStop *stops;
    int count = gradient_stops(shape, tikz->figure->arena, &stops), id = ++tikz->gradients;
    bool upright = gradient_is_upright(shape);
    Buf *out = &tikz->colors, colors = {.arena = out->arena};
    for (int i = 0; i < count; i++) {
        const GradientStop *stop = &stops[upright ? count - 1 - i : i];
        int number = color_number(tikz, stop->color);
        if (i == 0) buf_printf(&colors, "color(0bp)=(qkv%d);", number);
        buf_printf(&colors, " color(%sbp)=(qkv%d);",
                   coordinate(25 + 50 * (upright ? 1 - stop->at : stop->at)), number);
        if (i == count - 1) buf_printf(&colors, " color(100bp)=(qkv%d)", number);
    }
    buf_printf(out, "\\pgfdeclare%sshading{qkvbar%d}{100bp}{%s}\n",
               upright ? "vertical" : "horizontal", id, buf_text(&colors));
    buf_printf(&tikz->body, "\\shade[shading=qkvbar%d] ", id);
    add_box(&tikz->body, shape->x, shape->y, shape->width, shape->height);
}

// ---- the file ---------------------------------------------------------------------------------

static void add_comment(Buf *out, const char *text)
{
    if (!text || !text[0]) return;
    buf_add(out, STR("% "));
    buf_add_one_line(out, str_from(text));
    buf_add_char(out, '\n');
}

// White is left to the paper.
static void write_background(Tikz *tikz)
{
    const Figure *figure = tikz->figure;
    Color color = figure->background;
    Buf *out = &tikz->body;
    buf_add(out, STR("\\useasboundingbox "));
    add_box(out, 0, 0, figure->width, figure->height);
    if (color.a == 0 || (color.r & color.g & color.b) == 255) return;
    buf_printf(out, "\\fill[qkv%d] ", color_number(tikz, color));
    add_box(out, 0, 0, figure->width, figure->height);
}

static void put_together(Tikz *tikz, Buf *out)
{
    add_comment(out, tikz->figure->title);
    add_comment(out, tikz->figure->description);
    buf_add(out, STR("% \\input this file. Needs \\usepackage{tikz}; with Computer Modern also "
                     "\\usepackage{lmodern},\n% which has every size."));
    if (tikz->tex.unset->n)
        buf_add(out, STR(" It has signs that LuaLaTeX or XeLaTeX must set, not pdfLaTeX."));
    buf_add_char(out, '\n');
    if (tikz->tex.has_guarded) buf_add(out, str_from(TEX_COMMANDS));
    buf_add(out, STR("\\begin{tikzpicture}[x=1bp, y=-1bp, inner sep=0pt, outer sep=0pt]\n"));
    buf_add(out, buf_str(&tikz->colors));
    buf_add(out, buf_str(&tikz->body));
    buf_add(out, STR("\\end{tikzpicture}%\n"));
}

// The signs, one of which may be a wide or hidden one, as they are seen.
static void warn_unset(const Str signs, Buf *warnings, Arena *arena)
{
    enum { FEW = 12 }; // columns
    if (!signs.n || !warnings) return;
    const char *shown = visible_text(str_copy(arena, utf8_fit(signs, FEW)), arena);
    buf_printf(warnings,
               "pdfLaTeX has not all signs of these labels and draws boxes for them:%s%s\n"
               "  try: lualatex, and a font that has them, as \\usepackage{fontspec} "
               "\\setmainfont{Noto Sans CJK JP}\n",
               shown, utf8_width(signs) > FEW ? " …" : "");
}

bool tikz_write(const Figure *figure, const ExportOptions *options, Buf *out, Error *error)
{
    static void (*const write[])(Tikz *, const FigureShape *) = {
        [SHAPE_RECTANGLE] = write_rectangle, [SHAPE_TEXT] = write_text,
        [SHAPE_LINE] = write_line,           [SHAPE_IMAGE] = write_image,
        [SHAPE_GRADIENT] = write_gradient,   [SHAPE_POLYGON] = write_points,
        [SHAPE_CURVE] = write_points,        [SHAPE_PAGE] = NULL, // export.c refuses them
    };
    Buf unset = {.arena = figure->arena};
    Tikz tikz = {.body = {.arena = figure->arena},
                 .colors = {.arena = figure->arena},
                 .figure = figure,
                 .tex = {options->formulas, options->formula_count, figure->arena, .guarded = true,
                         .unset = &unset}};
    write_background(&tikz);
    for (int i = 0; i < figure->count; i++) {
        const FigureShape *shape = &figure->shapes[i];
        if (write[shape->kind]) write[shape->kind](&tikz, shape);
    }
    put_together(&tikz, out);
    warn_unset(buf_str(&unset), options->warnings, figure->arena);
    if (!tikz.too_large) return true;
    return error_fail(error, "-o FILE.pdf, and \\includegraphics{FILE.pdf}",
                      "a matrix of %d x %d is too large for TeX to draw, cell by cell",
                      tikz.too_large->pixel_rows, tikz.too_large->pixel_columns);
}
