#include "figure/caption.h"

#include "base/utf8.h"

// In units.
static const double text_size = 11.5;
static const double line_height = 16;

static bool fits(const Pen *pen, Str text, double room)
{
    const char *line = text_printf(pen->figure->arena, "%.*s", STR_ARG(text));
    return pen_width(pen, line, false) * text_size <= room;
}

// How many bytes of `text` the next line takes, blanks at its end included.
static int line_bytes(const Pen *pen, Str text, double room)
{
    int taken = 0;
    for (int end = 1; end <= text.n; end++) {
        bool word_ends = end == text.n || text.p[end] == ' ';
        if (!word_ends) continue;
        if (!fits(pen, str_slice(text, 0, end), room)) break;
        taken = end;
    }
    if (taken) return taken;
    int end = 0; // not even one word
    for (int length; end < text.n; end += length) {
        utf8_decode(str_slice(text, end, text.n), &length);
        if (end > 0 && !fits(pen, str_slice(text, 0, end + length), room)) break;
    }
    return end;
}

Caption caption_wrap(const char *text, double room, const Pen *pen)
{
    Arena *arena = pen->figure->arena;
    Buf clean = {.arena = arena};
    buf_add_one_line(&clean, utf8_fit(str_from(text), MOST_CAPTION_COLUMNS));
    Caption caption = {.line = NEW_ARRAY(arena, const char *, MOST_CAPTION_LINES)};
    for (Str rest = buf_str(&clean); rest.n && caption.count < MOST_CAPTION_LINES;) {
        int taken = line_bytes(pen, rest, room);
        const char *line = str_copy(arena, str_trim(str_slice(rest, 0, taken)));
        caption.line[caption.count++] = pen_fit(pen, line, room / text_size + 1, false);
        rest = str_trim(str_slice(rest, taken, rest.n));
    }
    return caption;
}

double caption_height(const Caption *caption, double unit)
{
    return caption->count * line_height * unit;
}

void caption_draw(const Caption *caption, const Pen *pen, double x, double y)
{
    for (int i = 0; i < caption->count; i++) {
        figure_add(pen->figure, (FigureShape){.kind = SHAPE_TEXT,
                                              .x = x,
                                              .y = y + (i + 0.5) * line_height * pen->unit,
                                              .text = caption->line[i],
                                              .size = text_size * pen->unit,
                                              .color = pen->theme->text});
    }
}
