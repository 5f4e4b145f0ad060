// Turns a number into a colour: its position between the two ends of the scale, from 0 to 1, is
// looked up on a ramp of colours. Numbers of both signs get the theme's diverging ramp, whose ends
// then mean plus and minus the largest absolute value, so that 0 has the neutral colour in the
// middle.
#include "figure/scale.h"

#include "base/error.h"
#include "study/heat.h"
#include "tensor/dtype.h"

#include <math.h>

enum { TABLE_STEPS = 1 << 14 };

void scale_read(Scale *scale, const Plane *plane)
{
    if (!plane->finite) return;
    scale->shares = plane->holds_shares && (scale->shares || !scale->finite);
    scale->low = scale->finite ? fmin(scale->low, plane->low) : plane->low;
    scale->high = scale->finite ? fmax(scale->high, plane->high) : plane->high;
    scale->finite += plane->finite;
    scale->fractions |= dtype_is_float(plane->matrix.tensor->dtype);
    scale->signs |= plane->is_gradient;
    scale->truth = plane->matrix.tensor->dtype == DTYPE_BOOL;
}

static bool choose_ramp(Scale *scale, const char *name, const FigureTheme *theme, Error *error)
{
    bool signs_differ = scale->low < 0 && scale->high > 0;
    const char *chosen = signs_differ || scale->signs ? theme->diverging : theme->sequential;
    scale->ramp = ramp_find(name ? name : chosen);
    if (scale->ramp) return true;
    error_set(error, NULL, "no colour ramp is called '%s'", name);
    return error_hint(error, "the ramps are %s", figure_names_listed(ramp_names, error->arena));
}

static bool take_range(Scale *scale, const ScaleOptions *options, Error *error)
{
    double low = options->low, high = options->high;
    if (!(low < high) || isinf(low) || isinf(high)) {
        error_set(error, NULL, "the range %g,%g is empty", low, high);
        return error_hint(error, "the lower end first, as --range 0,1");
    }
    scale->below = scale->finite && scale->low < low;
    scale->above = scale->finite && scale->high > high;
    scale->low = scale->from = low;
    scale->high = scale->to = high;
    return true;
}

bool scale_choose(Scale *scale, const ScaleOptions *options, const FigureTheme *theme, Error *error)
{
    if (!choose_ramp(scale, options->ramp, theme, error)) return false;
    if (options->ranged) return take_range(scale, options, error);
    HeatScale ends = {scale->low, scale->high};
    if (scale->shares) ends = heat_scale_of_picture(true, scale->low, scale->high);
    scale->low = scale->from = ends.low;
    scale->high = scale->to = ends.high;
    if (!ramp_diverges(scale->ramp)) return true;
    scale->to = fmax(fabs(scale->low), fabs(scale->high));
    scale->from = -scale->to;
    return true;
}

// Halves, so that a range from -1e308 to 1e308 does not overflow.
double scale_position(const Scale *scale, double value)
{
    if (scale->from == scale->to) return 0.5;
    double half = scale->from / 2;
    return fmin(fmax((value / 2 - half) / (scale->to / 2 - half), 0), 1);
}

Color scale_color(const Scale *scale, double value)
{
    double position = scale_position(scale, value);
    if (scale->table) return scale->table[(int)(position * TABLE_STEPS + 0.5)];
    return ramp_color(scale->ramp, position);
}

void scale_tabulate(Scale *scale, Arena *arena)
{
    Color *table = NEW_ARRAY(arena, Color, TABLE_STEPS + 1);
    for (int i = 0; i <= TABLE_STEPS; i++)
        table[i] = ramp_color(scale->ramp, (double)i / TABLE_STEPS);
    scale->table = table;
}

bool scale_flat(const Scale *scale)
{
    return scale->low == scale->high;
}
