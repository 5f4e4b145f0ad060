// Colours of sRGB, and how different they look.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Color {
    uint8_t r, g, b, a; // a: 255 is opaque
} Color;

#define RGB(hex) ((Color){(uint8_t)((hex) >> 16), (uint8_t)((hex) >> 8), (uint8_t)(hex), 255})

static inline bool color_equal(Color a, Color b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

// `from` at part 0, `to` at part 1; straight lines in sRGB, opaque.
Color color_mix(Color from, Color to, double part);

double color_luminance(Color color); // relative to white, 0 … 1

// Contrast of two colours as WCAG 2 defines it: 1 (none) to 21 (black on white).
double color_contrast(Color a, Color b);
double color_contrast_of(double luminance, double other);

// Black or white, whichever reads better on `background`.
Color color_on(Color background);

// `color`, lighter or darker as far as it takes to have that contrast on `background`.
Color color_readable(Color color, Color background, double contrast);

// A place in Oklab, where equal distances look equally far (Björn Ottosson, "A perceptual color
// space for image processing", 2020): lightness 0 … 1, green-red, blue-yellow.
typedef struct Oklab {
    double l, a, b;
} Oklab;

Oklab color_oklab(Color color);
double color_distance(Oklab a, Oklab b);
