// Draws a matrix in few characters. A character stands for a range of rows and columns, which is
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

void picture_draw(Canvas *canvas, const Blocks *blocks, double low, double high, Rect area)
{
    for (int line = 0; line < area.rows && blocks->rows; line++) {
        PictureRange rows = range_of(line, area.rows, blocks->matrix_rows);
        for (int i = 0; i < area.columns; i++) {
            PictureRange columns = range_of(i, area.columns, blocks->matrix_columns);
            double most = blocks_most(blocks, rows.from, rows.end, columns.from, columns.end);
            char letter = isnan(most) ? ' ' : theme_heat_ramp(most, low, high);
            Style style = isnan(most) ? (Style){0} : style_of_heat(most, low, high);
            style.attributes = ATTR_MARK;
            frame_text(canvas->frame, area, area.column + i, area.row + line, style,
                       (Str){&letter, 1});
        }
    }
}

int picture_place(int64_t at, int64_t size, int places)
{
    return (int)(at * places / size);
}
