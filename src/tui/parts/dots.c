// A dot of each line stands in every column of dots; steep lines are filled up to the next one.
#include "tui/parts/dots.h"

#include "base/utf8.h"

#include <math.h>

enum { WIDE = 2, HIGH = 4 }; // dots of a character

Dots dots_new(Arena *arena, int columns, int rows)
{
    if (columns < 1) columns = 1;
    if (rows < 1) rows = 1;
    size_t count = (size_t)columns * (size_t)rows;
    return (Dots){columns, rows, NEW_ARRAY(arena, unsigned char, count),
                  NEW_ARRAY(arena, Style, count)};
}

static void set_dot(Dots *dots, int x, int y, Style style)
{
    static const unsigned char BITS[HIGH][WIDE] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    if (x < 0 || y < 0 || x >= dots->columns * WIDE || y >= dots->rows * HIGH) return;
    int at = y / HIGH * dots->columns + x / WIDE;
    dots->shape[at] |= BITS[y % HIGH][x % WIDE];
    dots->style[at] = style;
}

void dots_line(Dots *dots, int from_row, int to_row, DotLine line, Style style)
{
    static const double THICK[DOT_LINES] = {1, 1, 2, 4};
    const double middle = (HIGH - 1) / 2.0;
    int last = dots->columns * WIDE - 1;
    double rise = (double)(to_row - from_row) * HIGH / last, half = (THICK[line] - 1) / 2;
    for (int x = 0; x <= last; x++) {
        if (line == DOT_LINE_DOTTED && x % WIDE) continue;
        double y = from_row * HIGH + middle + rise * x;
        double lean = line == DOT_LINE_DOTTED ? 0 : fmax(fabs(rise) - 1, 0) / 2;
        int top = (int)floor(y - half - lean), bottom = (int)floor(y + half + lean);
        for (int at = top; at <= bottom; at++) set_dot(dots, x, at, style);
    }
}

void dots_draw(const Dots *dots, Canvas *canvas, Rect clip, int column, int row)
{
    enum { BRAILLE = 0x2800, MOST_BYTES = 4 };
    char bytes[MOST_BYTES];
    for (int at = 0; at < dots->columns * dots->rows; at++) {
        if (!dots->shape[at]) continue;
        Str shape = {bytes, utf8_encode((uint32_t)(BRAILLE + dots->shape[at]), bytes)};
        frame_text(canvas->frame, clip, column + at % dots->columns, row + at / dots->columns,
                   dots->style[at], shape);
    }
}

const char *dots_sample(DotLine line)
{
    static const char *const SAMPLES[DOT_LINES] = {"⠂", "⠒", "⠶", "⣿"};
    return SAMPLES[line];
}
