// Lines across what a colour does not tell: no number, masked, below zero.
#pragma once

#include "figure/pen.h"

typedef struct HatchBox {
    double x, y, width, height, radius;
} HatchBox;

// Lines at 45 degrees, cut at the box.
void hatch_box(const Pen *pen, HatchBox box, bool rising, Color color);

// The sign of a number whose colour, `ground`, is that of the opposite one as well.
void hatch_negative(const Pen *pen, HatchBox box, Color ground);
// The colour of these lines.
Color hatch_negative_color(Color ground);
