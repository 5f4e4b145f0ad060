// Mixing, contrast and distance of colours.
#include "base/color.h"

#include <math.h>

static uint8_t mix(uint8_t from, uint8_t to, double part)
{
    return (uint8_t)(from + (to - from) * part + 0.5);
}

Color color_mix(Color from, Color to, double part)
{
    return (Color){mix(from.r, to.r, part), mix(from.g, to.g, part), mix(from.b, to.b, part), 255};
}

static double linear(uint8_t channel)
{
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

double color_luminance(Color c)
{
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

double color_contrast(Color a, Color b)
{
    return color_contrast_of(color_luminance(a), color_luminance(b));
}

double color_contrast_of(double luminance, double other)
{
    double first = luminance + 0.05, second = other + 0.05;
    return first > second ? first / second : second / first;
}

Color color_on(Color background)
{
    const Color black = RGB(0x000000), white = RGB(0xffffff);
    bool dark = color_contrast(white, background) >= color_contrast(black, background);
    return dark ? white : black;
}

Color color_readable(Color color, Color background, double contrast)
{
    enum { STEPS = 32 };
    Color end = color_on(background), shown = color;
    for (int i = 1; i <= STEPS && color_contrast(shown, background) < contrast; i++)
        shown = color_mix(color, end, (double)i / STEPS);
    return shown;
}

Oklab color_oklab(Color color)
{
    double r = linear(color.r), g = linear(color.g), b = linear(color.b);
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return (Oklab){0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                   1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                   0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

double color_distance(Oklab a, Oklab b)
{
    return sqrt((a.l - b.l) * (a.l - b.l) + (a.a - b.a) * (a.a - b.a) + (a.b - b.b) * (a.b - b.b));
}
