// Draws a matrix in few characters. Half of one stands for a range of rows and columns, which is
// never empty: of a matrix with fewer cells than places each cell is seen in several.
#include "tui/parts/picture.h"

#include <math.h>

typedef struct PictureRange {
    int64_t from, end;
} PictureRange;

// What place `at` of `places` shows.
static PictureRange range_of(int64_t at, int64_t places, int64_t size)
{
    PictureRange range = {at * size / places, (at + 1) * size / places};
    if (range.end == range.from) range.end++;
    return range;
}

static Style style_of(double value, HeatScale scale)
{
    return isfinite(value) ? style_of_heat(value, scale.low, scale.high) : PLAIN;
}

static void draw_pair(Canvas *canvas, Rect clip, int column, int row, double above, double below,
                      HeatScale scale)
{
    double larger = fmax(above, below); // of a number and none the number
    char letter = isnan(larger) ? ' ' : theme_heat_ramp(larger, scale.low, scale.high);
    Style style = style_of_halves(style_of(above, scale), style_of(below, scale));
    frame_text(canvas->frame, clip, column, row, style, (Str){&letter, 1});
}

void picture_draw(Canvas *canvas, const Blocks *blocks, HeatScale scale, Rect area)
{
    for (int line = 0; line < area.rows && blocks->rows; line++) {
        PictureRange upper = range_of(2 * line, 2 * area.rows, blocks->matrix_rows);
        PictureRange lower = range_of(2 * line + 1, 2 * area.rows, blocks->matrix_rows);
        for (int i = 0; i < area.columns; i++) {
            PictureRange across = range_of(i, area.columns, blocks->matrix_columns);
            draw_pair(canvas, area, area.column + i, area.row + line,
                      blocks_most(blocks, upper.from, upper.end, across.from, across.end),
                      blocks_most(blocks, lower.from, lower.end, across.from, across.end), scale);
        }
    }
}

int picture_place(int64_t at, int64_t size, int places)
{
    return (int)(at * places / size);
}
