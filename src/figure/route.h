// An arrow that goes round corners, between the cells of a matrix rather than over their numbers.
#pragma once

#include "figure/cells.h"

enum { MOST_CORNERS = 8 };

typedef struct Route {
    Point at[MOST_CORNERS];
    int count;
} Route;

void route_to(Route *route, double x, double y); // nowhere, where it is already
void route_draw(const Route *route, const Pen *pen);

// How far inside a cell an arrow ends that comes from above or below: before its number; 0 where
// there are no numbers.
double route_depth(const Cells *cells, double unit);
