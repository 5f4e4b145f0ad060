// The maps are stored as the knots of straight lines in sRGB, chosen so that no channel of the 256
// published colours is missed by more than 1.
//
// cividis: Nuñez, Anderton, Renslow, "Optimizing colormaps with consideration for color vision
// deficiency", PLOS ONE 2018. viridis, magma: Smith and van der Walt, matplotlib 2.0 (CC0). blues,
// rdbu: Cynthia Brewer, colorbrewer2.org. white-blue is blues with a white end, and
// night the same for dark pages, whose low end still is out from them.
#include "study/looks/ramp.h"

#include <math.h>
#include <string.h>

typedef struct Knot {
    double at; // 0 … 255
    uint32_t color;
} Knot;

enum { MAX_KNOTS = 16, LAST = 255 };

struct Ramp {
    const char *name;
    Knot knot[MAX_KNOTS]; // the last one is at LAST
    bool diverges;
};

#define DARKER_BLUES                                                                               \
    {63.75, 0xc6dbef}, {95.625, 0x9ecae1}, {127.5, 0x6baed6}, {159.375, 0x4292c6},                 \
        {191.25, 0x2171b5}, {223.125, 0x08519c}, {255, 0x08306b},

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
    {"blues", {{0, 0xf7fbff}, {31.875, 0xdeebf7}, DARKER_BLUES}, false},
    {"greys", {{0, 0xffffff}, {255, 0x101010}}, false},
    {"white-blue", {{0, 0xffffff}, {16, 0xeef5fc}, DARKER_BLUES}, false},
    {"night",
     {{0, 0x333e52}, {63.75, 0x35628f}, {127.5, 0x4292c6}, {191.25, 0x9ecae1}, {255, 0xf7fbff}},
     false},
    {"signed-greys", {{0, 0x303030}, {127.5, 0xffffff}, {255, 0x303030}}, true},
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

const char *const ramp_names[] = {"cividis", "viridis",    "magma", "blues",        "greys",
                                  "rdbu",    "white-blue", "night", "signed-greys", NULL};

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

bool ramp_hides_sign(const Ramp *ramp)
{
    int last = 0;
    while (ramp->knot[last].at < LAST) last++;
    return ramp->diverges && ramp->knot[0].color == ramp->knot[last].color;
}

Color ramp_color(const Ramp *ramp, double position)
{
    double at = LAST * fmin(fmax(position, 0), 1);
    const Knot *knot = ramp->knot;
    while (knot[1].at < at) knot++;
    double part = (at - knot[0].at) / (knot[1].at - knot[0].at);
    return color_mix(RGB(knot[0].color), RGB(knot[1].color), part);
}
