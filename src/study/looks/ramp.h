// Colour ramps: a number between 0 and 1 as a colour, perceptually even, fit for colour-blind eyes.
#pragma once

#include "base/color.h"

typedef struct Ramp Ramp;

extern const char *const ramp_names[]; // the default first; NULL-terminated

const Ramp *ramp_find(const char *name); // NULL means the default; NULL when there is no such ramp

bool ramp_diverges(const Ramp *ramp);   // its middle represents zero
bool ramp_hides_sign(const Ramp *ramp); // and both of its ends look the same

Color ramp_color(const Ramp *ramp, double position); // outside 0 … 1: the nearest end
