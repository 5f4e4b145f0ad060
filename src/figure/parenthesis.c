// One curve with its ends a little inwards, as a pen draws it.
#include "figure/parenthesis.h"

#include <math.h>

double parenthesis_width(const Pen *pen, double height)
{
    return fmin(0.12 * height, 10 * pen->unit);
}

void parenthesis_draw(const Pen *pen, double x, double middle, double height, bool opens)
{
    double width = parenthesis_width(pen, height), half = height / 2;
    double ends = opens ? x + width : x, belly = opens ? x - width / 3 : x + width * 4 / 3;
    Point *points = NEW_ARRAY(pen->figure->arena, Point, 4);
    points[0] = (Point){ends, middle - half};
    points[1] = (Point){belly, middle - 0.35 * half};
    points[2] = (Point){belly, middle + 0.35 * half};
    points[3] = (Point){ends, middle + half};
    figure_add(pen->figure, (FigureShape){.kind = SHAPE_CURVE,
                                          .points = points,
                                          .point_count = 4,
                                          .stroke = 1.5 * pen->unit,
                                          .color = pen->theme->text});
}
