// Heat on the screen: whether a matrix has it now, and the legend that says what it means.
//
// Shares have heat without being asked; their numbers say the same, so that only the letters of
// heat that was asked for are before them.
#pragma once

#include "study/axes/heat.h"
#include "study/looks/blocks.h"
#include "tui/core/canvas.h"

bool heat_is_shown(const Walk *walk, bool are_shares);
bool heat_has_letters(const Walk *walk); // before the numbers: for terminals without the colours

typedef enum LegendSigns {
    LEGEND_COLORS,  // nothing is seen of it where there are none
    LEGEND_LETTERS, // those that are before numbers
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

// ---- a matrix as a small picture ----------------------------------------------------------------

// Two parts of it in each character, one above the other, each in the colour of its largest number.
// Where there are no colours a letter says the larger of the two.
//
// All of the matrix in the area, on that scale. It is read from blocks, so that drawing does not go
// through all cells; where there are none, nothing is drawn.
void picture_draw(Canvas *canvas, const Blocks *blocks, HeatScale scale, Rect area);

// One of its characters: the letter, and the colours of both halves; NAN: nothing is there.
char picture_halves(double above, double below, HeatScale scale, Style *style);

// The place among `places` in which cell `at` of `size` is shown.
int picture_place(int64_t at, int64_t size, int places);

// " head 3 ", of the selected one "[head 3]", as a title; returns the column behind it.
int picture_title(Canvas *canvas, Rect area, const char *title, bool selected);
// Bars on either side of a picture.
void picture_sides(Canvas *canvas, Rect area, Rect picture, bool selected);
