// Along each line x + y (rising) is the same.
#include "figure/hatch.h"

#include <math.h>

void hatch_box(const Pen *pen, HatchBox box, bool rising, Color color)
{
    double inset = box.radius / 3, spacing = fmin(6 * pen->unit, box.width / 2);
    double width = box.width - 2 * inset, height = box.height - 2 * inset;
    double left = box.x + inset, top = box.y + inset;
    for (double sum = spacing / 2; sum < width + height; sum += spacing) {
        double x0 = fmax(0, sum - height), x1 = fmin(width, sum);
        double y0 = sum - x0, y1 = sum - x1;
        double start = rising ? left + x0 : left + width - x0;
        double dx = rising ? x1 - x0 : x0 - x1;
        pen_line(pen, start, top + y0, dx, y1 - y0, color);
    }
}

Color hatch_negative_color(Color ground)
{
    const double visible = 2; // contrast
    return color_readable(color_mix(ground, color_on(ground), 0.2), ground, visible);
}

void hatch_negative(const Pen *pen, HatchBox box, Color ground)
{
    hatch_box(pen, box, true, hatch_negative_color(ground));
}
