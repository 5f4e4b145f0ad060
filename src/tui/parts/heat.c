// What heat means, and where it is.
#include "tui/parts/heat.h"

#include "study/looks/typeset.h"

#include <math.h>

enum { STEPS = 10 };

bool heat_is_shown(const Walk *walk, bool are_shares)
{
    return walk->view.heat == HEAT_OF_ALL || (walk->view.heat == HEAT_OF_SHARES && are_shares);
}

bool heat_has_letters(const Walk *walk)
{
    return walk->view.heat == HEAT_OF_ALL;
}

static const char *end_text(Arena *arena, double end)
{
    return typeset(arena, arena_printf(arena, "%.3g", end));
}

int legend_columns(HeatScale scale)
{
    SCRATCH(scratch);
    return frame_columns(end_text(&scratch, scale.low)) + STEPS + 2 +
           frame_columns(end_text(&scratch, scale.high));
}

// Each letter once: it begins a little below the value that has the colour.
static char letter_of(double value, HeatScale scale, LegendSigns signs)
{
    double step = (scale.high - scale.low) / (STEPS - 1);
    if (signs == LEGEND_RAMP && value > scale.low)
        return theme_heat_ramp(value - step / 2, scale.low, scale.high);
    return signs == LEGEND_LETTERS ? theme_heat_letter(value, scale.low, scale.high) : ' ';
}

void legend_draw(Canvas *canvas, Rect clip, int column, int row, HeatScale scale, LegendSigns signs)
{
    Style quiet = {.ink = INK_QUIET, .attributes = signs == LEGEND_COLORS ? ATTR_TINT : 0};
    const char *low = end_text(canvas->arena, scale.low);
    column = frame_text(canvas->frame, clip, column, row, quiet, str_from(low)) + 1;
    for (int i = 0; i < STEPS; i++) {
        double at = scale.low + (scale.high - scale.low) * i / (STEPS - 1);
        Style style = style_of_heat(at, scale.low, scale.high);
        char letter = letter_of(at, scale, signs);
        style.attributes = ATTR_MARK | quiet.attributes;
        column = frame_text(canvas->frame, clip, column, row, style, (Str){&letter, 1});
    }
    const char *high = end_text(canvas->arena, scale.high);
    frame_text(canvas->frame, clip, column + 1, row, quiet, str_from(high));
}

void legend_rule(Canvas *canvas, Rect part, const char *const *titles, const char *place,
                 HeatScale scale, LegendSigns signs)
{
    int legend = scale.low < scale.high ? legend_columns(scale) + 2 : 0;
    Rect rule = {part.column, part.row, part.columns - legend, 1};
    canvas_rule_fitting(canvas, rule, titles, place);
    if (legend) legend_draw(canvas, part, part.columns + 1 - legend, part.row, scale, signs);
}

// ---- a matrix as a small picture ----------------------------------------------------------------

// Half of a character shows a range of rows and columns, which is never empty: of a matrix
// with fewer cells than places each cell is seen in several.
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

char picture_halves(double above, double below, HeatScale scale, Style *style)
{
    double larger = fmax(above, below); // of a number and none the number
    *style = style_of_halves(style_of(above, scale), style_of(below, scale));
    return isnan(larger) ? ' ' : theme_heat_ramp(larger, scale.low, scale.high);
}

void picture_draw(Canvas *canvas, const Blocks *blocks, HeatScale scale, Rect area)
{
    for (int line = 0; line < area.rows && blocks->rows; line++) {
        PictureRange upper = range_of(2 * line, 2 * area.rows, blocks->matrix_rows);
        PictureRange lower = range_of(2 * line + 1, 2 * area.rows, blocks->matrix_rows);
        for (int i = 0; i < area.columns; i++) {
            PictureRange across = range_of(i, area.columns, blocks->matrix_columns);
            Style style;
            char letter = picture_halves(
                blocks_most(blocks, upper.from, upper.end, across.from, across.end),
                blocks_most(blocks, lower.from, lower.end, across.from, across.end), scale, &style);
            frame_text(canvas->frame, area, area.column + i, area.row + line, style,
                       (Str){&letter, 1});
        }
    }
}

int picture_place(int64_t at, int64_t size, int places)
{
    return (int)(at * places / size);
}

int picture_title(Canvas *canvas, Rect area, const char *title, bool selected)
{
    Style mark = {.attributes = ATTR_BOLD | ATTR_MARK};
    Style bold = {.ink = selected ? INK_ACCENT : INK_PLAIN, .attributes = ATTR_BOLD};
    int column = frame_text(canvas->frame, area, area.column, area.row, mark,
                            selected ? STR("[") : STR(" "));
    column = frame_text(canvas->frame, area, column, area.row, bold, str_from(title));
    return frame_text(canvas->frame, area, column, area.row, mark, selected ? STR("]") : STR(" "));
}

void picture_sides(Canvas *canvas, Rect area, Rect picture, bool selected)
{
    Style mark = {.attributes = ATTR_MARK | (selected ? ATTR_BOLD : 0u)};
    for (int row = picture.row; row < picture.row + picture.rows; row++) {
        frame_text(canvas->frame, area, picture.column - 1, row, mark, STR("|"));
        frame_text(canvas->frame, area, picture.column + picture.columns, row, mark, STR("|"));
    }
}
