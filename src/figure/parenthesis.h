// Parentheses as high as the matrices that they hold.
#pragma once

#include "figure/pen.h"

// The width that one takes, in points.
double parenthesis_width(const Pen *pen, double height);
// `x`: its left side; `middle`: of its height.
void parenthesis_draw(const Pen *pen, double x, double middle, double height, bool opens);
