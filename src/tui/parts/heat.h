// Heat on the screen: whether a matrix has it now, and the legend that says what it means.
//
// Shares have heat without being asked; their numbers say the same, so that only the letters of
// heat that was asked for stand before them.
#pragma once

#include "study/heat.h"
#include "tui/core/canvas.h"

bool heat_is_shown(const Walk *walk, bool are_shares);
bool heat_has_letters(const Walk *walk); // before the numbers: for terminals without the colours

typedef enum LegendSigns {
    LEGEND_COLORS,  // nothing is seen of it where there are none
    LEGEND_LETTERS, // those that stand before numbers
    LEGEND_RAMP,    // those that make a picture
} LegendSigns;

int legend_columns(HeatScale scale);
// "0 ':~=o*#%@ 1": the numbers at the ends of the scale, and between them its colours.
void legend_draw(Canvas *canvas, Rect clip, int column, int row, HeatScale scale,
                 LegendSigns signs);

// A rule with the first of the titles that has room, beside it the place and, where there is a
// scale, the legend.
void legend_rule(Canvas *canvas, Rect part, const char *const *titles, const char *place,
                 HeatScale scale, LegendSigns signs);
