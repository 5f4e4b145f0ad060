// The colour bar: which colour stands for which number.
#pragma once

#include "figure/pen.h"
#include "figure/scale.h"

enum { MOST_TICKS = 12 };

typedef struct Tick {
    double at; // 0 … 1 along the bar
    const char *text;
    double width; // in font sizes
} Tick;

typedef struct ColorBar {
    const Scale *scale;
    int digits;
    Tick tick[MOST_TICKS]; // both ends first, then round numbers between them
    int ticks;             // 0: no finite cell, no bar
    double widest;
} ColorBar;

// `digits`: decimals of the numbers at its ends.
void colorbar_read(ColorBar *bar, const Scale *scale, int digits, const Pen *pen);

double colorbar_size(double unit); // of its font
double colorbar_thickness(double unit);

// Numbers on the right, low end below; or numbers below, low end on the left. A number that would
// touch one of the ends is left out.
void colorbar_draw_upright(const ColorBar *bar, const Pen *pen, double x, double y, double height);
void colorbar_draw_level(const ColorBar *bar, const Pen *pen, double x, double y, double width);
