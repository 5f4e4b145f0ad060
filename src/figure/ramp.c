// The maps are stored as the knots of straight lines in sRGB, chosen so that no channel of the 256
// published colours is missed by more than 1.
//
// cividis: Nuñez, Anderton, Renslow, "Optimizing colormaps with consideration for color vision
// deficiency", PLOS ONE 2018. viridis, magma: Smith and van der Walt, matplotlib 2.0 (CC0). blues,
// rdbu: Cynthia Brewer, colorbrewer2.org.
#include "figure/ramp.h"

#include <math.h>
#include <string.h>

typedef struct Knot {
    double at; // 0 … 255
    uint32_t color;
} Knot;

enum { MAX_KNOTS = 16, LAST = 255 };

struct Ramp {
    const char *name;
    Knot knot[MAX_KNOTS]; // the last one stands at LAST
    bool diverges;
};

static const Ramp ramps[] = {
    {"cividis",
     {{0, 0x00224e},
      {20, 0x003070},
      {23, 0x013271},
      {29, 0x143670},
      {41, 0x293f6e},
      {65, 0x444f6c},
      {102, 0x666970},
      {130, 0x7e7d78},
      {163, 0x9e9676},
      {199, 0xc3b369},
      {226, 0xe0cb56},
      {244, 0xf5dc41},
      {251, 0xfde334},
      {255, 0xfee838}},
     false},
    {"viridis",
     {{0, 0x440154},
      {20, 0x481d6f},
      {35, 0x46307e},
      {59, 0x3d4d8a},
      {93, 0x2d708e},
      {132, 0x1f948c},
      {147, 0x1fa287},
      {162, 0x2ab07f},
      {179, 0x44bf70},
      {198, 0x6ccd5a},
      {223, 0xaadc32},
      {237, 0xd0e11c},
      {244, 0xe2e418},
      {253, 0xf8e621},
      {255, 0xfde725}},
     false},
    {"magma",
     {{0, 0x000004},
      {7, 0x03030f},
      {20, 0x0e0b2b},
      {38, 0x251255},
      {48, 0x36106b},
      {58, 0x471078},
      {75, 0x621980},
      {105, 0x912b81},
      {133, 0xbf3a77},
      {152, 0xdc4869},
      {168, 0xef5d5e},
      {182, 0xf8765c},
      {195, 0xfc8e64},
      {213, 0xfeb078},
      {239, 0xfde0a1},
      {255, 0xfcfdbf}},
     false},
    {"blues",
     {{0, 0xf7fbff},
      {31.875, 0xdeebf7},
      {63.75, 0xc6dbef},
      {95.625, 0x9ecae1},
      {127.5, 0x6baed6},
      {159.375, 0x4292c6},
      {191.25, 0x2171b5},
      {223.125, 0x08519c},
      {255, 0x08306b}},
     false},
    {"greys", {{0, 0xf4f4f4}, {255, 0x101010}}, false},
    {"rdbu",
     {{0, 0x67001f},
      {25.5, 0xb2182b},
      {51, 0xd6604d},
      {76.5, 0xf4a582},
      {102, 0xfddbc7},
      {127.5, 0xf7f7f7},
      {153, 0xd1e5f0},
      {178.5, 0x92c5de},
      {204, 0x4393c3},
      {229.5, 0x2166ac},
      {255, 0x053061}},
     true},
};

enum { RAMPS = sizeof ramps / sizeof ramps[0] };

const char *const ramp_names[] = {"cividis", "viridis", "magma", "blues", "greys", "rdbu", NULL};

const Ramp *ramp_find(const char *name)
{
    if (!name) return &ramps[0];
    for (int i = 0; i < RAMPS; i++) {
        if (strcmp(ramps[i].name, name) == 0) return &ramps[i];
    }
    return NULL;
}

bool ramp_diverges(const Ramp *ramp)
{
    return ramp->diverges;
}

static uint8_t mix(uint32_t from, uint32_t to, int shift, double part)
{
    double a = (from >> shift) & 0xff, b = (to >> shift) & 0xff;
    return (uint8_t)(a + (b - a) * part + 0.5);
}

Color ramp_color(const Ramp *ramp, double position)
{
    double at = LAST * fmin(fmax(position, 0), 1);
    const Knot *knot = ramp->knot;
    while (knot[1].at < at) knot++;
    double part = (at - knot[0].at) / (knot[1].at - knot[0].at);
    uint32_t from = knot[0].color, to = knot[1].color;
    return (Color){mix(from, to, 16, part), mix(from, to, 8, part), mix(from, to, 0, part), 255};
}

static double linear(uint8_t channel)
{
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(Color c)
{
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

double color_contrast(Color a, Color b)
{
    double first = luminance(a) + 0.05, second = luminance(b) + 0.05;
    return first > second ? first / second : second / first;
}

Color color_on(Color background)
{
    const Color black = RGB(0x000000), white = RGB(0xffffff);
    bool dark = color_contrast(white, background) >= color_contrast(black, background);
    return dark ? white : black;
}
