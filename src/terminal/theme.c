// The tables of colours. Chips are drawn on their own background, labels and names in colour on the
// terminal's; digits keep the terminal's colours, so that they can be read everywhere.
#include "terminal/theme.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct RoleColors {
    int chip_background, chip_text; // of the 256 palette
    int on_dark, on_light;          // labels
    int background_16, text_16;
    int background_8, text_8;
    unsigned attributes; // where the few colours are not enough to tell two roles apart
} RoleColors;

static const RoleColors ROLES[] = {
    [INK_INPUT] = {113, 16, 114, 28, 10, 0, 2, 0, 0},
    [INK_KEY] = {208, 16, 208, 130, 3, 0, 3, 0, 0},
    [INK_QUERY] = {160, 231, 203, 160, 9, 0, 1, 7, 0},
    [INK_VALUE] = {134, 16, 141, 91, 13, 0, 5, 7, 0},
    [INK_SCORE] = {26, 231, 75, 25, 12, 0, 4, 7, 0},
    [INK_WEIGHTED] = {227, 16, 227, 94, 11, 0, 3, 0, ATTR_UNDERLINE},
    [INK_OUTPUT] = {22, 231, 35, 22, 2, 0, 2, 0, ATTR_UNDERLINE},
};

typedef struct OtherColors {
    int on_dark, on_light, of_16, of_8;
    int few_on_light; // of 16 or 8
    unsigned attributes;
} OtherColors;

static const OtherColors OTHERS[] = {
    [INK_RULE] = {245, 242, -1, -1, -1, 0},
    [INK_CODE] = {152, 24, 6, 6, 4, 0},
    [INK_ERROR] = {203, 160, 9, 1, 1, ATTR_BOLD},
};

// For colour-blind people: chips, and labels on a dark background, are at least 13.2 apart
// (CIEDE2000) for them and for everybody (Machado 2009); labels on a light one at least 11.7, and
// 4.5:1 in contrast with it.
typedef struct CvdColors {
    int chip_and_on_dark, on_light;
} CvdColors;

static const CvdColors CVD[] = {
    [INK_INPUT] = {46, 29},  [INK_KEY] = {202, 88},  [INK_QUERY] = {211, 162},
    [INK_VALUE] = {183, 54}, [INK_SCORE] = {69, 26}, [INK_WEIGHTED] = {229, 94},
    [INK_OUTPUT] = {35, 23},
};
enum { BLACK = 16, WHITE = 231 };

enum { HEAT_STEPS = 7 };
static const int HEAT[HEAT_STEPS] = {17, 24, 242, 244, 144, 185, 227};
static const int HEAT_TEXT[HEAT_STEPS] = {231, 231, 231, 16, 16, 16, 16};
static const int SIGNED_DARK[HEAT_STEPS] = {117, 67, 24, 236, 94, 173, 222};
static const int SIGNED_DARK_TEXT[HEAT_STEPS] = {16, 16, 231, 231, 231, 16, 16};
static const int SIGNED_LIGHT[HEAT_STEPS] = {24, 74, 153, 231, 223, 173, 94};
static const int SIGNED_LIGHT_TEXT[HEAT_STEPS] = {231, 16, 16, 16, 16, 16, 231};

static Look heat_look(Theme theme, Ink ink, unsigned attributes)
{
    Look look = {-1, -1, attributes};
    if (theme.depth != DEPTH_256) return look;
    if (ink >= INK_SIGNED_0) {
        int step = (int)ink - INK_SIGNED_0;
        look.background = theme.light ? SIGNED_LIGHT[step] : SIGNED_DARK[step];
        look.foreground = theme.light ? SIGNED_LIGHT_TEXT[step] : SIGNED_DARK_TEXT[step];
    } else {
        int step = (int)ink - INK_HEAT_0; // low is near the background on either screen
        if (theme.light) step = HEAT_STEPS - 1 - step;
        look.background = HEAT[step];
        look.foreground = HEAT_TEXT[step];
    }
    return look;
}

static Look chip_look(ColorDepth depth, const RoleColors *role, unsigned attributes)
{
    unsigned extra = depth == DEPTH_8 ? role->attributes : 0;
    if (depth == DEPTH_MONO) return (Look){-1, -1, attributes | ATTR_BOLD};
    if (depth == DEPTH_8) return (Look){role->text_8, role->background_8, attributes | extra};
    if (depth == DEPTH_16) return (Look){role->text_16, role->background_16, attributes};
    return (Look){role->chip_text, role->chip_background, attributes};
}

// Few-coloured terminals: plain blue text cannot be read on black, nor green, yellow and cyan on
// white, so such labels stay in the terminal's own colour there.
static int readable(bool light, int color)
{
    enum { BRIGHT = 8, GREEN = 2, YELLOW = 3, BLUE = 4, CYAN = 6 };
    if (!light) return color == BLUE ? -1 : color;
    if (color >= BRIGHT) color -= BRIGHT;
    return color == GREEN || color == YELLOW || color == CYAN ? -1 : color;
}

static Look label_look(Theme theme, const RoleColors *role, unsigned attributes)
{
    if (theme.depth == DEPTH_MONO) return (Look){-1, -1, attributes};
    if (theme.depth == DEPTH_256)
        return (Look){theme.light ? role->on_light : role->on_dark, -1, attributes};
    int color = theme.depth == DEPTH_16 ? role->background_16 : role->background_8;
    return (Look){readable(theme.light, color), -1, attributes};
}

static Look other_look(Theme theme, const OtherColors *other, unsigned attributes)
{
    attributes |= other->attributes;
    bool few = theme.depth == DEPTH_8 || theme.depth == DEPTH_16;
    if (few && theme.light) return (Look){other->few_on_light, -1, attributes};
    switch (theme.depth) {
    case DEPTH_MONO: return (Look){-1, -1, attributes};
    case DEPTH_8: return (Look){other->of_8, -1, attributes};
    case DEPTH_16: return (Look){other->of_16, -1, attributes};
    case DEPTH_256: break;
    }
    return (Look){theme.light ? other->on_light : other->on_dark, -1, attributes};
}

static Look role_look(Theme theme, Style style, unsigned attributes)
{
    RoleColors role = ROLES[style.ink];
    if (theme.cvd) {
        role.chip_background = role.on_dark = CVD[style.ink].chip_and_on_dark;
        role.on_light = CVD[style.ink].on_light;
        role.chip_text = BLACK;
    }
    return style.attributes & ATTR_CHIP ? chip_look(theme.depth, &role, attributes)
                                        : label_look(theme, &role, attributes);
}

static Look terminal_look(Theme theme, Style style)
{
    unsigned attributes = style.attributes & ~(unsigned)ATTR_CHIP;
    if (style.ink >= INK_INPUT && style.ink <= INK_OUTPUT)
        return role_look(theme, style, attributes);
    if (style.ink >= INK_RULE && style.ink <= INK_ERROR)
        return other_look(theme, &OTHERS[style.ink], attributes);
    if (style.ink >= INK_HEAT_0 && style.ink < INK_COUNT)
        return heat_look(theme, style.ink, attributes);
    return (Look){-1, -1, attributes};
}

// Black on white, or white on black, whatever the terminal's own colours are. Bold, except where
// bold black is a grey.
Look theme_look(Theme theme, Style style)
{
    Look look = terminal_look(theme, style);
    if (!theme.painted || theme.depth == DEPTH_MONO) return look;
    int white = theme.depth == DEPTH_256 ? WHITE : theme.depth == DEPTH_16 ? 15 : 7;
    int black = theme.depth == DEPTH_256 ? BLACK : 0;
    if (look.foreground < 0) look.foreground = theme.light ? black : white;
    if (look.background < 0) look.background = theme.light ? white : black;
    if (theme.depth == DEPTH_256) look.attributes |= ATTR_BOLD;
    return look;
}

ColorDepth theme_depth(int colors)
{
    return colors >= 256 ? DEPTH_256 : colors >= 16 ? DEPTH_16 : colors >= 8 ? DEPTH_8 : DEPTH_MONO;
}

bool theme_wants_color(ColorChoice choice, const char *qkv_color, const char *no_color)
{
    if (choice != COLOR_AUTO) return choice == COLOR_ALWAYS;
    if (qkv_color && strcmp(qkv_color, "always") == 0) return true;
    if (qkv_color && strcmp(qkv_color, "never") == 0) return false;
    return !(no_color && *no_color);
}

bool theme_is_light(const char *name, const char *colorfgbg)
{
    if (name && strcmp(name, "light") == 0) return true;
    if (name && strcmp(name, "dark") == 0) return false;
    const char *last = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
    if (!last) return false;
    char *end;
    long background = strtol(last + 1, &end, 10);
    bool number = end != last + 1 && *end == '\0';
    return number && (background == 7 || (background >= 9 && background <= 15));
}

Ink ink_of_role(Role role)
{
    static const Ink INKS[ROLE_COUNT] = {
        [ROLE_NONE] = INK_PLAIN,        [ROLE_INPUT] = INK_INPUT,   [ROLE_KEY] = INK_KEY,
        [ROLE_QUERY] = INK_QUERY,       [ROLE_VALUE] = INK_VALUE,   [ROLE_SCORE] = INK_SCORE,
        [ROLE_WEIGHTED] = INK_WEIGHTED, [ROLE_OUTPUT] = INK_OUTPUT,
    };
    return INKS[role];
}

const char *role_letter(Role role)
{
    static const char *const LETTERS[ROLE_COUNT] = {
        [ROLE_NONE] = "",   [ROLE_INPUT] = "X", [ROLE_KEY] = "K",       [ROLE_QUERY] = "Q",
        [ROLE_VALUE] = "V", [ROLE_SCORE] = "S", [ROLE_WEIGHTED] = "WV", [ROLE_OUTPUT] = "Y",
    };
    return LETTERS[role];
}

static bool both_signs(double low, double high)
{
    return low < 0 && high > 0;
}

// Where the value lies between the ends, 0 … 1; with both signs zero lies in the middle.
static double position(double value, double low, double high)
{
    if (both_signs(low, high)) {
        double far = high > -low ? high : -low;
        low = -far;
        high = far;
    }
    if (isnan(value) || !(high > low)) return 0.5;
    double at = (value - low) / (high - low);
    return at < 0 ? 0 : at > 1 ? 1 : at;
}

Ink ink_of_heat(double value, double low, double high)
{
    if (isnan(value)) return INK_PLAIN;
    int step = (int)(position(value, low, high) * HEAT_STEPS);
    if (step >= HEAT_STEPS) step = HEAT_STEPS - 1;
    return (Ink)((both_signs(low, high) ? INK_SIGNED_0 : INK_HEAT_0) + step);
}

char theme_heat_ramp(double value, double low, double high)
{
    static const char LETTERS[] = ".:-=+*#%@";
    static const double nothing = 1e-4;
    if (isnan(value)) return 'n'; // "?" is a number to be predicted
    double at = position(value, low, high);
    int step = (int)(at * 9);
    return at < nothing || value == -HUGE_VAL ? ' ' : LETTERS[step > 8 ? 8 : step];
}

// They stand right before the number: none may read as its sign or its point.
char theme_heat_letter(double value, double low, double high)
{
    static const char LETTERS[] = " ':~=o*#%@";
    if (isnan(value)) return 'n';
    int step = (int)(position(value, low, high) * 10);
    return LETTERS[step > 9 ? 9 : step];
}
