// A name that is longer than its group may reach over its neighbours as far as their names leave
// room; else it is cut.
#include "figure/parts/groups.h"

#include <math.h>

static const double room = 19, largest = 10.5, line = 1.6; // units
static const double beyond = 26;                           // of a name at an end, likewise

double groups_room(const Axis *axis, double unit)
{
    return axis->groups && axis->groups->name ? room * unit : 0;
}

static double begin_of(const Axis *axis, int group)
{
    return group ? (double)axis->groups->end[group - 1] : 0;
}

static double end_of(const Axis *axis, int group)
{
    bool is_last = group == axis->groups->count - 1;
    return (double)(is_last ? axis->count : axis->groups->end[group]);
}

// What a group leaves free at either side of its name, or takes if it is below zero.
static double free_of(const Axis *axis, AxisFit fit, int group, double size, const Pen *pen)
{
    if (group < 0 || group >= axis->groups->count) return beyond * pen->unit;
    double wide = pen_width(pen, axis->groups->name[group], false) * size;
    return ((end_of(axis, group) - begin_of(axis, group)) * fit.pitch - wide) / 2 - 3 * pen->unit;
}

void groups_draw_names(const Axis *axis, AxisFit fit, const Pen *pen, double at, double start,
                       bool is_rows)
{
    if (groups_room(axis, pen->unit) <= 0) return;
    double unit = pen->unit, rule = at + (axis->below ? -7.5 : 7.5) * unit;
    double size = fmin(fit.size, largest * unit);
    figure_group(pen->figure, is_rows ? "row-groups" : "column-groups");
    for (int i = 0; i < axis->groups->count; i++) {
        double from = begin_of(axis, i) * fit.pitch, to = end_of(axis, i) * fit.pitch;
        double around =
            fmin(free_of(axis, fit, i - 1, size, pen), free_of(axis, fit, i + 1, size, pen));
        double most = (to - from + 2 * fmax(around, 0)) / size;
        const char *name = pen_fit(pen, axis->groups->name[i], fmax(most, 1), false);
        double middle = start + (from + to) / 2, edge = fmin(2 * unit, (to - from) / 4);
        pen_text(pen, is_rows ? at : middle, is_rows ? middle : at, name, size, ALIGN_MIDDLE,
                 pen->theme->text)
            ->angle = is_rows ? -90 : 0;
        double first = start + from + edge, length = to - from - 2 * edge;
        pen_line(pen, is_rows ? rule : first, is_rows ? first : rule, is_rows ? 0 : length,
                 is_rows ? length : 0, pen->theme->muted);
    }
    figure_group_end(pen->figure);
}

void groups_draw_lines(const AxisPair *axes, const Pen *pen, double x, double y, double width,
                       double height)
{
    const Axis *rows = &axes->rows, *columns = &axes->columns;
    double pitch = fmin(width / (double)columns->count, height / (double)rows->count);
    double thick = fmax(fmin(line * pen->unit, 0.2 * pitch), 0.4 * pen->unit);
    figure_group(pen->figure, "group-lines");
    for (int i = 0; rows->groups && i < rows->groups->count - 1; i++)
        pen_stroke(pen, x, y + height * end_of(rows, i) / (double)rows->count, width, 0, thick,
                   pen->theme->text);
    for (int i = 0; columns->groups && i < columns->groups->count - 1; i++)
        pen_stroke(pen, x + width * end_of(columns, i) / (double)columns->count, y, 0, height,
                   thick, pen->theme->text);
    figure_group_end(pen->figure);
}
