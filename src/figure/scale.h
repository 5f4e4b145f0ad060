// Which colour stands for which number: a ramp, and the numbers at its two ends.
//
// Several matrices share a scale when they are to be compared: read each, then choose.
#pragma once

#include "figure/plane.h"
#include "figure/theme.h"
#include "study/ramp.h"

typedef struct Scale {
    const Ramp *ramp;
    const Color *table; // of colours along the ramp, or NULL: see scale_tabulate()
    double from, to;    // the numbers at the ends of the ramp
    double low, high;   // the part of them that a colour bar shows
    int64_t finite;     // how many cells are finite; 0: no scale
    bool fractions;     // may there be numbers between whole ones?
    bool truth;         // the numbers are False and True
    bool signs;         // gradients are among them: 0 is in the middle
    bool shares;        // all of them are attention weights: then they begin at 0
    bool below, above;  // are there cells beyond low, high? They have the colour of the end
} Scale;

typedef struct ScaleOptions {
    const char *ramp; // by name; NULL: chosen by the data and the theme
    bool ranged;      // low, high are given
    double low, high;
} ScaleOptions;

// Adds the numbers of a plane to the range of a zeroed scale.
void scale_read(Scale *scale, const Plane *plane);

// Chooses the ramp, for numbers of both signs the theme's diverging one, and what its ends mean: a
// diverging ramp has 0 in its middle. Errors: no such ramp, an empty range.
bool scale_choose(Scale *scale, const ScaleOptions *options, const FigureTheme *theme,
                  Error *error);

double scale_position(const Scale *scale, double value); // 0 … 1 along the ramp
Color scale_color(const Scale *scale, double value);     // of a finite number

// From here on colours are looked up, in steps too small to be seen: for millions of cells.
void scale_tabulate(Scale *scale, Arena *arena);
bool scale_flat(const Scale *scale); // all cells are equal
