// What heat means, and where it is.
#include "tui/parts/heat.h"

#include "base/utf8.h"
#include "study/typeset.h"

enum { STEPS = 10 };

bool heat_is_shown(const Walk *walk, bool are_shares)
{
    return walk->heat == HEAT_OF_ALL || (walk->heat == HEAT_OF_SHARES && are_shares);
}

bool heat_has_letters(const Walk *walk)
{
    return walk->heat == HEAT_OF_ALL;
}

static const char *end_text(Arena *arena, double end)
{
    return typeset(arena, arena_printf(arena, "%.3g", end));
}

int legend_columns(HeatScale scale)
{
    Arena scratch = {0};
    int columns = frame_columns(end_text(&scratch, scale.low)) + STEPS + 2 +
                  frame_columns(end_text(&scratch, scale.high));
    arena_free(&scratch);
    return columns;
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
