// The colour bar: which colour represents which number.
#pragma once

#include "figure/page/pen.h"
#include "figure/page/scale.h"

enum { MOST_TICKS = 24 };

typedef struct Tick {
    double at; // 0 … 1 along the bar
    const char *text;
    double width; // in font sizes
} Tick;

typedef struct ColorBar {
    const Scale *scale;
    int digits;
    Tick tick[MOST_TICKS]; // from the low end to the high one
    int ticks;             // 0: no finite cell, no bar
    bool even;             // they are equally far apart, the ends among them
    double widest;
    bool over;         // its colours are on a picture: the smaller the number, the paler
    const char *label; // what the numbers are, or NULL
} ColorBar;

// `digits`: decimals of its numbers, more where these do not suffice; zeros at the end are left
// out.
void colorbar_read(ColorBar *bar, const Scale *scale, int digits, const Pen *pen);

// "×10¹¹", of a scale.
const char *factor_text(int factor, Arena *arena);

double colorbar_size(double unit);                            // of its font
double colorbar_label_room(const ColorBar *bar, double unit); // beyond the numbers; 0: no label
double colorbar_thickness(double unit);

// Upright: numbers on the right, low end below; else below it, low end on the left. Both ends are
// always shown; of the round numbers between them as many as fit.
void colorbar_draw(const ColorBar *bar, const Pen *pen, double x, double y, double length,
                   bool upright);
