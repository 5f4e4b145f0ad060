// Which colour represents which number: a ramp, and the numbers at its two ends.
//
// Several matrices share a scale when they are to be compared: read each, then choose.
#pragma once

#include "figure/page/plane.h"
#include "figure/page/theme.h"
#include "study/axes/heat.h"
#include "study/looks/ramp.h"

typedef struct Scale {
    const Ramp *ramp;
    const Color *table; // of colours along the ramp, or NULL: see scale_tabulate()
    double low, high;   // of the cells that count; once chosen, the numbers at the ends of the ramp
    double least;       // of the positive cells; HUGE_VAL: none is
    int64_t finite;     // how many cells count; 0: no scale
    const Plane *planes; // that were read, the last one first
    bool fractions;      // may there be numbers between whole ones?
    bool truth;          // the numbers are False and True
    bool signs;          // gradients are among them: 0 is in the middle
    bool shares;         // all of them are attention weights: then they begin at 0
    bool below, above;   // are there cells beyond low, high? They have the colour of the end
    bool log;            // equal distances are equal factors
    // Between round numbers: `times` (1, 2 or 5) times 10 to the `power`; times 0: the ends are not
    // multiples of it. Of a logarithmic scale a power of ten.
    int times, power;
    int factor; // numbers are written as multiples of 10 to it
} Scale;

// A picture under the cells, row by row.
typedef struct FigurePhoto {
    const Color *pixels;
    int rows, columns;
} FigurePhoto;

typedef struct ScaleOptions {
    const char *ramp;         // by name; NULL: chosen by the data and the theme
    const char *label;        // at the bar: what the numbers are; or NULL
    const FigurePhoto *photo; // on which a colour is as opaque as its number is large; or NULL
    bool ranged;              // low, high are given
    double low, high;
    bool log;
    bool robust;      // the ends are where 2 % of the cells are below, and 2 % above
    bool whole;       // attention weights from 0 to 1, even where most are small
    HeatScale common; // of all figures that are made together, see scale_join(); low = high: none
} ScaleOptions;

// Adds the numbers of a plane to the range of a zeroed scale. The plane stays where it is until the
// scale is chosen.
void scale_read(Scale *scale, Plane *plane);

// Chooses the ramp, for numbers of both signs the theme's diverging one, and what its ends mean:
// round numbers, for attention weights 0 and heat_end_of_shares(); a diverging ramp has 0 in its
// middle. Errors: no such ramp, an empty range, a logarithmic
// scale of what is not above 0.
bool scale_choose(Scale *scale, const ScaleOptions *options, const FigureTheme *theme,
                  Error *error);

// Are numbers of about the same size, so that on one scale all of them are distinguished? Attention
// weights have their own.
bool scale_fits_both(const Plane *a, const Plane *b);

// Takes the numbers of a plane into the range of those that several figures have in common.
void scale_join(HeatScale *common, const Plane *plane);

// The power of ten that numbers are written as multiples of where they are so large or small that
// they would have exponents; 0: none. The heading says it where `factor` is set to it.
int scale_factor(const Scale *scale);

double scale_position(const Scale *scale, double value); // 0 … 1 along the ramp
Color scale_color(const Scale *scale, double value);     // of a finite number

// How opaque the largest number is on a picture.
static const double SCALE_MOST_OVER = 0.75;
// The same on a picture: the larger the number, the less of the picture.
Color scale_color_over(const Scale *scale, double value, Color ground);

// From here on colours are looked up, in steps too small to be seen: for millions of cells.
void scale_tabulate(Scale *scale, Arena *arena);
// Is the colour of the number that of the opposite one, so that its sign must be shown in another
// way?
bool scale_hides_sign(const Scale *scale, double value);
