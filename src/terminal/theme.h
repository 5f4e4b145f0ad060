// What inks and grounds look like on a terminal.
//
// A theme is described once, in 24 bits, from the two colours that the terminal has of its own:
// panels and tints are mixtures with its background, and letters become lighter or darker until
// they can be read on what they are on. Where the terminal has fewer colours, the nearest of
// those that can be read takes the place of each.
#pragma once

#include "base/color.h"
#include "terminal/frame.h"
#include "terminal/options.h"
#include "trace/names/roles.h"

typedef enum ColorDepth {
    DEPTH_MONO,
    DEPTH_8,
    DEPTH_256,
    DEPTH_DIRECT, // 24 bits
} ColorDepth;

typedef struct Theme {
    ColorDepth depth;
    Color page, text; // the terminal's background and its letters
    bool painted;     // the page is ours, not the terminal's: for a projector
    bool cvd;         // roles in colours that colour-blind people can tell apart
} Theme;

// Numbers of the terminal's palette, or LOOK_DIRECT and 0xRRGGBB; -1 is the terminal's own.
enum { LOOK_DIRECT = 1 << 24 };

typedef struct Look {
    int foreground, background;
    unsigned attributes; // ATTR_BOLD, ATTR_UNDERLINE, ATTR_REVERSE
    const char *instead; // of the character: a blank for a mark, where the colour behind it shows,
                         // or half a block, where it has two; NULL: the character itself
} Look;

Look theme_look(const Theme *theme, Style style);

// Panels, tints and heat show; else marks and letters are in their place.
bool theme_has_grounds(const Theme *theme);

ColorDepth theme_depth(int colors); // what a terminal with that many colours can do

bool theme_is_direct(const char *colorterm); // whether it takes 24 bits, as COLORTERM says

// Whether to use colour at all: the option, then NO_COLOR (set and not empty; NULL: not set).
bool theme_wants_color(ColorChoice choice, const char *no_color);

// The page and its letters where the terminal has not said them. `name` is "dark", "light", "auto"
// or NULL; of the last two COLORFGBG ("15;0") decides, else it is dark.
void theme_assume(Theme *theme, const char *name, const char *colorfgbg);

// What shows a color, or comes nearest: a number as in Look. For terminals with grounds.
int theme_shows(const Theme *theme, Color color);

// The color of a palette's number as xterm has it.
Color theme_palette(int number);

const char *ink_name(Ink ink); // "query", "head0": for pages
Ink ink_of_role(Role role);
Ink ink_of_head(int64_t head); // after the last one they begin anew

// The heat of a value between `low` and `high`, as a ground; signed when both signs occur.
Style style_of_heat(double value, double low, double high);
// The same as one character, " ':~=o*#%@": for terminals without the ramp. "n" for NaN.
char theme_heat_letter(double value, double low, double high);
// The same where letters make a picture: " .:-=+*#%@". Blank is what is at the low end, or masked.
char theme_heat_ramp(double value, double low, double high);
