// A dot of each line is in every column of dots; steep lines are filled up to the next one.
#include "tui/parts/dots.h"

#include "base/text/utf8.h"

#include <math.h>

enum { WIDE = DOTS_WIDE, HIGH = DOTS_HIGH, QUARTERS = 2 }; // of a character: quarter blocks down

Dots dots_new(Arena *arena, int columns, int rows)
{
    if (columns < 1) columns = 1;
    if (rows < 1) rows = 1;
    size_t count = (size_t)columns * (size_t)rows;
    return (Dots){columns, rows, NEW_ARRAY(arena, struct DotCell, count)};
}

// One of `high` parts of a character, counted down from the top of all.
static void set_dot(const Dots *dots, int x, int y, int high, Style style)
{
    static const unsigned char DOTS[HIGH][WIDE] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}},
                               BLOCKS[QUARTERS][WIDE] = {{1, 2}, {4, 8}};
    if (x < 0 || y < 0 || x >= dots->columns * WIDE || y >= dots->rows * high) return;
    struct DotCell *cell = &dots->cell[y / high * dots->columns + x / WIDE];
    bool is_solid = high == QUARTERS;
    if (cell->is_solid != is_solid) *cell = (struct DotCell){.is_solid = is_solid};
    cell->shape |= is_solid ? BLOCKS[y % high][x % WIDE] : DOTS[y % high][x % WIDE];
    cell->style = style;
}

void dots_line(const Dots *dots, int from_row, int to_row, DotLine line, Style style)
{
    int high = line >= DOT_LINE_HEAVY ? QUARTERS : HIGH, last = dots->columns * WIDE - 1;
    double middle = (high - 1) / 2.0, half = line == DOT_LINE_FULL ? 0.5 : 0;
    double rise = (double)(to_row - from_row) * high / last;
    double lean = line == DOT_LINE_DOTTED ? 0 : fmax(fabs(rise) - 1, 0) / 2;
    for (int x = 0; x <= last; x += line == DOT_LINE_DOTTED ? WIDE : 1) {
        double y = from_row * high + middle + rise * x;
        int top = (int)floor(y - half - lean), bottom = (int)floor(y + half + lean);
        for (int at = top; at <= bottom; at++) set_dot(dots, x, at, high, style);
    }
}

void dots_segment(const Dots *dots, double from_x, double from_y, double to_x, double to_y,
                  DotLine line, Style style)
{
    enum { APART = 3 };
    double steps = fmax(1, fmax(fabs(to_x - from_x), fabs(to_y - from_y)));
    for (int i = 0; i <= steps; i += line == DOT_LINE_DOTTED ? APART : 1) {
        double x = from_x + (to_x - from_x) * i / steps, y = from_y + (to_y - from_y) * i / steps;
        set_dot(dots, (int)floor(x + 0.5), (int)floor(y + 0.5), HIGH, style);
    }
}

static Str cell_text(const struct DotCell *cell, char *bytes)
{
    enum { BRAILLE = 0x2800 };
    static const char *const BLOCKS[] = {" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛",
                                         "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"};
    if (cell->is_solid) return str_from(BLOCKS[cell->shape]);
    return (Str){bytes, utf8_encode((uint32_t)(BRAILLE + cell->shape), bytes)};
}

void dots_draw(const Dots *dots, Canvas *canvas, Rect clip, int column, int row)
{
    char bytes[4];
    for (int at = 0; at < dots->columns * dots->rows; at++) {
        const struct DotCell *cell = &dots->cell[at];
        if (cell->shape)
            frame_text(canvas->frame, clip, column + at % dots->columns, row + at / dots->columns,
                       cell->style, cell_text(cell, bytes));
    }
}

const char *dots_sample(DotLine line)
{
    static const char *const SAMPLES[DOT_LINES] = {"⠂", "⠒", "▀", "█"};
    return SAMPLES[line];
}
