// Breaks a text into lines by measuring it in the font in which it will be drawn: word after word
// as long as they fit, and within a word only where that alone is wider than the line.
#include "figure/lines.h"

#include "base/utf8.h"

#include <math.h>

enum { MOST_COLUMNS = 4000 }; // nobody reads more

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
    for (int i = 0; i < caption->count; i++)
        pen_text(pen, x, y + (i + 0.5) * line_height * pen->unit, caption->line[i],
                 caption_size * pen->unit, ALIGN_START, pen->theme->text);
}
