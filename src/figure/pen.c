#include "figure/pen.h"

#include "base/utf8.h"

double pen_width(const Pen *pen, const char *text, bool bold)
{
    const double size = 64; // large, so that a writer that counts in whole units loses nothing
    return pen->measure->text_width(pen->measure->context, text, size, bold, false) / size;
}

static const char *without_controls(Arena *arena, const char *text)
{
    Buf out = {.arena = arena};
    for (const char *p = text; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c == '\n')
            buf_add(&out, STR("\\n"));
        else if (c == '\t')
            buf_add(&out, STR("\\t"));
        else if (c < 0x20 || c == 0x7f)
            buf_printf(&out, "\\x%02x", c);
        else
            buf_add_char(&out, *p);
    }
    return buf_text(&out);
}

const char *pen_fit(const Pen *pen, const char *text, double most, bool bold)
{
    Arena *arena = pen->figure->arena;
    const char *clean = without_controls(arena, text);
    if (pen_width(pen, clean, bold) <= most) return clean;
    int fits = 0, beyond = utf8_width(str_from(clean)); // columns
    const double widest_column = 0.2;                   // no letter is narrower than this
    if (beyond > most / widest_column) beyond = (int)(most / widest_column);
    while (beyond - fits > 1) {
        int middle = (fits + beyond) / 2;
        Str start = utf8_fit(str_from(clean), middle);
        char *cut = text_printf(arena, "%.*s…", STR_ARG(start));
        if (pen_width(pen, cut, bold) <= most)
            fits = middle;
        else
            beyond = middle;
    }
    Str start = str_trim(utf8_fit(str_from(clean), fits));
    return text_printf(arena, "%.*s…", STR_ARG(start));
}

void pen_fill(const Pen *pen, double x, double y, double width, double height, Color color)
{
    figure_add(pen->figure, (FigureShape){.kind = SHAPE_RECTANGLE,
                                          .x = x,
                                          .y = y,
                                          .width = width,
                                          .height = height,
                                          .color = color});
}

void pen_line(const Pen *pen, double x, double y, double dx, double dy, Color color)
{
    figure_add(pen->figure, (FigureShape){.kind = SHAPE_LINE,
                                          .x = x,
                                          .y = y,
                                          .width = dx,
                                          .height = dy,
                                          .stroke = pen->unit,
                                          .color = color});
}
