// Groups of rows and columns: a line between two of them across the cells, and their names between
// the labels and the name of the axis.
#pragma once

#include "figure/parts/axis.h"

// What the names take away from the cells; 0: they have none.
double groups_room(const Axis *axis, double unit);

// `at`: the middle of their room, x of rows and y of columns; `start`: where the first row or
// column begins.
void groups_draw_names(const Axis *axis, AxisFit fit, const Pen *pen, double at, double start,
                       bool is_rows);

// The lines, across cells whose upper left corner is (x, y).
void groups_draw_lines(const AxisPair *axes, const Pen *pen, double x, double y, double width,
                       double height);
