// What the inks look like on a terminal: colours by role, by how many colours it has, and by
// whether its background is dark. The contrast of every chip is at least 5.4:1, and the heat ramps
// stay ordered for colour-blind readers and in grey.
#pragma once

#include "terminal/frame.h"
#include "terminal/options.h"
#include "trace/roles.h"

typedef enum ColorDepth { DEPTH_MONO, DEPTH_8, DEPTH_16, DEPTH_256 } ColorDepth;

typedef struct Theme {
    ColorDepth depth;
    bool light;   // the background
    bool painted; // which is ours, not the terminal's: for a projector
    bool cvd;     // roles in colours that colour-blind people can tell apart, of 256
} Theme;

// Palette numbers; -1 is the terminal's own.
typedef struct Look {
    int foreground, background;
    unsigned attributes; // ATTR_BOLD, ATTR_UNDERLINE, ATTR_REVERSE
} Look;

Look theme_look(Theme theme, Style style);
ColorDepth theme_depth(int colors); // what a terminal of so many colours can do

// Whether to use colour at all: the option, then QKV_COLOR ("always", "never", "auto"), then
// NO_COLOR (set and not empty). The arguments are the variables' values, NULL when not set.
bool theme_wants_color(ColorChoice choice, const char *qkv_color, const char *no_color);

// `name` is "dark", "light" or NULL; then COLORFGBG ("15;0"); then dark.
bool theme_is_light(const char *name, const char *colorfgbg);

Ink ink_of_role(Role role);
const char *role_letter(Role role); // "Q", "WV"; "" for ROLE_NONE

// The heat of a value between `low` and `high`; signed when numbers of both signs occur.
Ink ink_of_heat(double value, double low, double high);
// The same as one character, " ':~=o*#%@": for terminals without the ramp. "?" for NaN.
char theme_heat_letter(double value, double low, double high);
// The same where letters make a picture: " .:-=+*#%@". Blank is what is at the low end, or masked.
char theme_heat_ramp(double value, double low, double high);
