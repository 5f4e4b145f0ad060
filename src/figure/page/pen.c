// Texts and lines, how wide a text is, and how it is cut to a given width. The widths come from
// the writer of the figure (Measure), because only it knows the fonts. Widths are measured
// at a large size and kept in multiples of the font size, so they hold for any size.
#include "figure/page/pen.h"

#include "base/text/utf8.h"
#include "base/text/visible.h"

#include <math.h>
#include <string.h>

Color pen_ground(const Pen *pen)
{
    Color ground = pen->theme->background;
    return ground.a ? ground : color_on(pen->theme->text);
}

Color pen_shade(const Pen *pen, Color color)
{
    const double part = 0.66; // of the way to the ground's colour
    return pen->quiet ? color_mix(color, pen_ground(pen), part) : color;
}

double pen_width(const Pen *pen, const char *text, bool bold)
{
    const double size = 64; // large, so that a writer that counts in whole units loses nothing
    return pen->measure->text_width(pen->measure->context, text, size, bold, false) / size;
}

double pen_mono_width(const Pen *pen, const char *text, double size)
{
    return pen->measure->text_width(pen->measure->context, text, size, false, true);
}

const char *pen_fit_mono(const Pen *pen, const char *text, double size, double room)
{
    if (pen_mono_width(pen, text, size) <= room) return text;
    int columns = (int)(room / fmax(pen_mono_width(pen, "0", size), size / 64)) - 1;
    Str start = utf8_fit(str_from(text), columns > 1 ? columns : 1);
    return arena_printf(pen->figure->arena, "%.*s…", STR_ARG(start));
}

// On one line: what is only white elsewhere is spelled too.
static void add_visibly(Buf *out, Str text)
{
    char spelling[VISIBLE_BYTES];
    for (int length; text.n; text = str_slice(text, length, text.n)) {
        Str shown = visible_char(text, &length, spelling);
        bool white = shown.p[0] == '\n' || shown.p[0] == '\t';
        buf_add(out, !white ? shown : shown.p[0] == '\n' ? STR("\\n") : STR("\\t"));
    }
}

// The longest start of `text` that fits together with "…", found by halving.
static const char *shorten(const Pen *pen, Str text, int columns, double most, bool bold)
{
    Arena *arena = pen->figure->arena;
    int fits = 0, beyond = columns + 1;
    const char *best = "…";
    while (beyond - fits > 1) {
        int middle = (fits + beyond) / 2;
        Str start = str_trim(utf8_fit(text, middle));
        const char *cut = arena_printf(arena, "%.*s…", STR_ARG(start));
        if (pen_width(pen, cut, bold) <= most) {
            fits = middle;
            best = cut;
        } else {
            beyond = middle;
        }
    }
    return best;
}

// No column is narrower, in font sizes: what is longer in any case is cut before it is measured.
static int columns_within(double most)
{
    const double narrowest = 0.2;
    return (int)(fmax(most, 1) / narrowest);
}

const char *pen_fit(const Pen *pen, const char *text, double most, bool bold)
{
    int columns = columns_within(most);
    Str start = utf8_fit(str_from(text), columns);
    Buf clean = {.arena = pen->figure->arena};
    add_visibly(&clean, start);
    bool whole = text[start.n] == '\0';
    if (whole && pen_width(pen, buf_text(&clean), bold) <= most) return buf_text(&clean);
    return shorten(pen, buf_str(&clean), columns, most, bold);
}

static bool is_plain(Str text)
{
    for (int i = 0; i < text.n; i++) {
        unsigned char code = (unsigned char)text.p[i];
        if (code < 0x20 || code >= 0x7f) return false;
    }
    return true;
}

const char *pen_fit_label(const Pen *pen, const char *text, double most)
{
    enum { TAIL = 3 };
    const char *cut = pen_fit(pen, text, most, false);
    Str whole = str_from(text), tail = str_slice(whole, whole.n - TAIL, whole.n);
    bool is_cut = str_ends(str_from(cut), "…") && strlen(cut) > strlen("…") + 2 * TAIL;
    if (!is_cut || !is_plain(tail)) return cut;
    const char *head = pen_fit(pen, text, most - pen_width(pen, tail.p, false), false);
    return arena_printf(pen->figure->arena, "%s%s", head, tail.p);
}

FigureShape *pen_text(const Pen *pen, double x, double y, const char *text, double size,
                      Align align, Color color)
{
    return figure_add(pen->figure, (FigureShape){.kind = SHAPE_TEXT,
                                                 .x = x,
                                                 .y = y,
                                                 .text = text,
                                                 .size = size,
                                                 .align = align,
                                                 .color = color});
}

FigureShape *pen_bold(const Pen *pen, double x, double y, const char *text, double size,
                      Align align, Color color)
{
    FigureShape *shape = pen_text(pen, x, y, text, size, align, color);
    shape->bold = true;
    return shape;
}

FigureShape *pen_stroke(const Pen *pen, double x, double y, double dx, double dy, double width,
                        Color color)
{
    return figure_add(pen->figure, (FigureShape){.kind = SHAPE_LINE,
                                                 .x = x,
                                                 .y = y,
                                                 .width = dx,
                                                 .height = dy,
                                                 .stroke = width,
                                                 .color = color});
}

static void pen_triangle(const Pen *pen, Point a, Point b, Point c, Color color)
{
    Point *corner = NEW_ARRAY(pen->figure->arena, Point, 3);
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
    figure_add(
        pen->figure,
        (FigureShape){.kind = SHAPE_POLYGON, .points = corner, .point_count = 3, .color = color});
}

FigureShape *pen_curve(const Pen *pen, const Point *points, int count, double width, Color color)
{
    return figure_add(pen->figure, (FigureShape){.kind = SHAPE_CURVE,
                                                 .points = points,
                                                 .point_count = count,
                                                 .stroke = width,
                                                 .color = color});
}

void pen_box(const Pen *pen, double x, double y, double width, double height, double radius,
             Color color)
{
    figure_add(pen->figure, (FigureShape){.kind = SHAPE_RECTANGLE,
                                          .x = x,
                                          .y = y,
                                          .width = width,
                                          .height = height,
                                          .radius = radius,
                                          .color = pen_shade(pen, color)});
}

void pen_frame(const Pen *pen, double x, double y, double width, double height, double radius,
               Color color)
{
    double half = fmin(pen->unit / 4, fmin(width, height) / 2); // the line is inside
    figure_add(pen->figure, (FigureShape){.kind = SHAPE_RECTANGLE,
                                          .x = x + half,
                                          .y = y + half,
                                          .width = width - 2 * half,
                                          .height = height - 2 * half,
                                          .radius = radius,
                                          .stroke = 2 * half,
                                          .color = pen_shade(pen, color)});
}

void pen_line(const Pen *pen, double x, double y, double dx, double dy, Color color)
{
    pen_stroke(pen, x, y, dx, dy, pen->unit, pen_shade(pen, color));
}

// ---- paths ------------------------------------------------------------------------------------

static double distance(Point a, Point b)
{
    return hypot(b.x - a.x, b.y - a.y);
}

Point point_towards(Point a, Point b, double far)
{
    double length = distance(a, b);
    if (length <= 0) return a;
    return (Point){a.x + (b.x - a.x) * far / length, a.y + (b.y - a.y) * far / length};
}

// A curve needs two more points for each piece: those of a straight one are on it.
static int add_piece(Point *points, int count, Point a, Point b, Point end)
{
    points[count] = a;
    points[count + 1] = b;
    points[count + 2] = end;
    return count + 3;
}

void pen_path(const Pen *pen, const Point *at, int count, double radius, double width, Color color)
{
    Point *points = NEW_ARRAY(pen->figure->arena, Point, 6 * count), end = at[count - 1];
    int used = 1;
    points[0] = at[0];
    for (int i = 1; i < count - 1; i++) {
        Point before = points[used - 1];
        double room = fmin(distance(before, at[i]), distance(at[i], at[i + 1])) / 2;
        double cut = fmin(radius, room);
        Point begin = point_towards(at[i], before, cut), out = point_towards(at[i], at[i + 1], cut);
        used = add_piece(points, used, before, begin, begin);
        used = add_piece(points, used, at[i], at[i], out);
    }
    used = add_piece(points, used, points[used - 1], end, end);
    pen_curve(pen, points, used, width, color);
}

void pen_arrowhead(const Pen *pen, Point from, Point tip, double length, double width, Color color)
{
    Point base = point_towards(tip, from, length);
    double along = distance(base, tip);
    if (along <= 0) return; // it points nowhere
    double dx = (tip.x - base.x) / along * width / 2, dy = (tip.y - base.y) / along * width / 2;
    pen_triangle(pen, tip, (Point){base.x - dy, base.y + dx}, (Point){base.x + dy, base.y - dx},
                 color);
}

// ---- lines of text ----------------------------------------------------------------------------
//
// Breaks a text into lines by measuring it in the font in which it will be drawn: word after word
// as long as they fit, and within a word only where that alone is wider than the line.

enum { MOST_COLUMNS = 4000 }; // more is not read

static bool fits(const Pen *pen, Str text, double room, bool bold)
{
    return pen_width(pen, arena_printf(pen->figure->arena, "%.*s", STR_ARG(text)), bold) <= room;
}

// How many bytes of `text` the next line takes, blanks at its end included.
static int line_bytes(const Pen *pen, Str text, double room, bool bold)
{
    int taken = 0;
    for (int end = 1; end <= text.n; end++) {
        bool word_ends = end == text.n || text.p[end] == ' ';
        if (!word_ends) continue;
        if (!fits(pen, str_slice(text, 0, end), room, bold)) break;
        taken = end;
    }
    if (taken) return taken;
    int end = 0; // not even one word
    for (int length; end < text.n; end += length) {
        utf8_decode(str_slice(text, end, text.n), &length);
        if (end > 0 && !fits(pen, str_slice(text, 0, end + length), room, bold)) break;
    }
    return end;
}

FigureLines lines_wrap(const char *text, double room, int most, bool bold, const Pen *pen)
{
    Arena *arena = pen->figure->arena;
    Buf clean = {.arena = arena};
    buf_add_one_line(&clean, utf8_fit(str_from(text), MOST_COLUMNS));
    FigureLines lines = {.line = NEW_ARRAY(arena, const char *, most)};
    for (Str rest = str_trim(buf_str(&clean)); rest.n && lines.count < most;) {
        bool last = lines.count == most - 1;
        int taken = last ? rest.n : line_bytes(pen, rest, room, bold);
        const char *line = str_copy(arena, str_trim(str_slice(rest, 0, taken)));
        line = pen_fit(pen, line, fmax(room, 1), bold);
        lines.line[lines.count++] = line;
        lines.widest = fmax(lines.widest, pen_width(pen, line, bold));
        rest = str_trim(str_slice(rest, taken, rest.n));
    }
    return lines;
}

// ---- captions ---------------------------------------------------------------------------------

// In units.
static const double caption_size = 11.5;
static const double line_height = 16;

FigureLines figure_caption_wrap(const char *text, double room, const Pen *pen)
{
    return lines_wrap(text, room / caption_size, MOST_CAPTION_LINES, false, pen);
}

double figure_caption_height(const FigureLines *caption, double unit)
{
    return caption->count * line_height * unit;
}

void figure_caption_draw(const FigureLines *caption, const Pen *pen, double x, double y)
{
    figure_group(pen->figure, "caption");
    for (int i = 0; i < caption->count; i++)
        pen_text(pen, x, y + (i + 0.5) * line_height * pen->unit, caption->line[i],
                 caption_size * pen->unit, ALIGN_START, pen->theme->text);
    figure_group_end(pen->figure);
}

// ---- hatches ----------------------------------------------------------------------------------
//
// Along each line x + y (rising) is the same.

void hatch_box(const Pen *pen, HatchBox box, bool rising, Color color)
{
    double inset = box.radius / 3, spacing = fmin(6 * pen->unit, box.width / 2);
    double width = box.width - 2 * inset, height = box.height - 2 * inset;
    double left = box.x + inset, top = box.y + inset;
    for (double sum = spacing / 2; sum < width + height; sum += spacing) {
        double x0 = fmax(0, sum - height), x1 = fmin(width, sum);
        double y0 = sum - x0, y1 = sum - x1;
        double start = rising ? left + x0 : left + width - x0;
        double dx = rising ? x1 - x0 : x0 - x1;
        pen_line(pen, start, top + y0, dx, y1 - y0, color);
    }
}

Color hatch_negative_color(Color ground)
{
    const double visible = 2; // contrast
    return color_readable(color_mix(ground, color_on(ground), 0.2), ground, visible);
}

void hatch_negative(const Pen *pen, HatchBox box, Color ground)
{
    hatch_box(pen, box, true, hatch_negative_color(ground));
}
