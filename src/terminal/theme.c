// The colours. Nothing here knows what a view looks like; nothing elsewhere knows a colour.
#include "terminal/theme.h"

#include "study/looks/ramp.h"
#include "study/looks/sign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 8, PALETTE = 256 };
enum { PALETTE_NAMED = 16 }; // the first of them, which the terminal may define as it likes

static const double READABLE = 4.5, VISIBLE = 3; // contrasts: of text, of lines and chips

bool theme_has_grounds(const Theme *theme)
{
    return theme->depth >= DEPTH_256;
}

static bool is_light(const Theme *theme)
{
    return color_contrast(theme->page, RGB(0x000000)) > color_contrast(theme->page, RGB(0xffffff));
}

// ---- what was meant, in 24 bits -----------------------------------------------------------------

// For colour-blind people: at least 13.2 apart (CIEDE2000) for them and for everybody (Machado
// 2009) on a dark page, 11.7 on a light one.
typedef struct CvdColor {
    Color on_dark, on_light;
} CvdColor;

static const CvdColor CVD[] = {
    [INK_INPUT] = {RGB(0x00ff00), RGB(0x00875f)},    [INK_KEY] = {RGB(0xff5f00), RGB(0x870000)},
    [INK_QUERY] = {RGB(0xff87af), RGB(0xd70087)},    [INK_VALUE] = {RGB(0xd7afff), RGB(0x5f0087)},
    [INK_SCORE] = {RGB(0x5f87ff), RGB(0x005fd7)},    [INK_WEIGHTS] = {RGB(0x5f87ff), RGB(0x005fd7)},
    [INK_WEIGHTED] = {RGB(0xffffaf), RGB(0x875f00)}, [INK_OUTPUT] = {RGB(0x00af5f), RGB(0x005f5f)},
};

static const Color WRONG = RGB(0xff5f5f), CODE = RGB(0x5fa8b8);

// Amber; on a light page, where amber fades, orange.
static Color accent(const Theme *theme)
{
    return is_light(theme) ? RGB(0xe07b00) : RGB(0xffc457);
}

static bool is_role(Ink ink)
{
    return ink >= INK_INPUT && ink <= INK_OUTPUT;
}

static Color role_color(const Theme *theme, Ink ink)
{
    if (theme->cvd) return is_light(theme) ? CVD[ink].on_light : CVD[ink].on_dark;
    return role_sign((Role)(ink - INK_INPUT + ROLE_INPUT)).chip;
}

static Color panel(const Theme *theme)
{
    return color_mix(theme->page, theme->text, is_light(theme) ? 0.045 : 0.085);
}

// What is bright on a dark page fades on a light one; there the darkest has most contrast.
static Color selected(const Theme *theme, Color paper)
{
    if (is_light(theme)) return RGB(0x1c1c1c);
    return color_readable(accent(theme), paper, VISIBLE);
}

// From the page to what has most contrast with it, but less than what is selected.
static Color heat(const Theme *theme, double position)
{
    const Ramp *blues = ramp_find("blues");
    if (is_light(theme)) return ramp_color(blues, position);
    static const double rises = 0.3, least = 0.45; // the low end is as dark as what is around it
    static const double lightest = 0.3;
    double own = position < rises ? least + (1 - least) * position / rises : 1;
    return color_mix(panel(theme), ramp_color(blues, 1 - (1 - lightest) * position), own);
}

// The middle is the page's; blue above, red below.
static Color signed_heat(const Theme *theme, double position)
{
    double far = fabs(2 * position - 1), most = is_light(theme) ? 0.1 : 0.25;
    Color end = ramp_color(ramp_find("rdbu"), position < 0.5 ? most : 1 - most);
    return color_mix(panel(theme), end, far);
}

static double heat_position(Style style)
{
    static const double past = 0.45;
    double position = style.level / (double)(HEAT_LEVELS - 1);
    double middle = style.ground == GROUND_SIGNED ? 0.5 : 0;
    return style.attributes & ATTR_PAST ? middle + past * (position - middle) : position;
}

static Color ground_color(const Theme *theme, Style style)
{
    Color paper = panel(theme);
    switch (style.ground) {
    case GROUND_PAGE:
    case GROUND_COUNT: break;
    case GROUND_PANEL: return paper;
    case GROUND_TURN: return color_mix(theme->page, accent(theme), 0.13);
    case GROUND_CHIP:
        return color_readable(is_role(style.ink) ? role_color(theme, style.ink) : theme->text,
                              paper, VISIBLE);
    case GROUND_SOURCE:
        return color_mix(paper, is_role(style.ink) ? role_color(theme, style.ink) : theme->text,
                         is_light(theme) ? 0.3 : 0.45);
    case GROUND_SELECTED: return selected(theme, paper);
    case GROUND_HEAT: return heat(theme, heat_position(style));
    case GROUND_SIGNED: return signed_heat(theme, heat_position(style));
    }
    return theme->page;
}

static Color ink_color(const Theme *theme, Ink ink)
{
    switch (ink) {
    case INK_QUIET: return color_mix(theme->text, theme->page, 0.4);
    case INK_FAINT: return color_mix(theme->text, theme->page, 0.6);
    case INK_CODE: return CODE;
    case INK_ERROR: return WRONG;
    case INK_ACCENT: return accent(theme);
    default:
        if (ink >= INK_HEAD && ink <= INK_LAST_HEAD) return head_color(ink - INK_HEAD);
        return is_role(ink) ? role_color(theme, ink) : theme->text;
    }
}

// On what has a colour of its own a letter is plain: the colour says whose it is.
static bool is_filled(Ground ground)
{
    return ground >= GROUND_CHIP;
}

static double least_contrast(Style style)
{
    return style.ink == INK_FAINT || (style.attributes & ATTR_PAST) ? VISIBLE : READABLE;
}

static Color letter_color(const Theme *theme, Style style, Color ground)
{
    Color ink = ink_color(theme, style.ink);
    if (style.attributes & ATTR_PAST) ink = color_mix(ink, theme->page, 0.5);
    if (!is_filled(style.ground)) return color_readable(ink, ground, least_contrast(style));
    bool reads = color_contrast(theme->text, ground) >= READABLE;
    return reads ? theme->text : color_on(ground);
}

// ---- what the terminal has of it ----------------------------------------------------------------

Color theme_palette(int number)
{
    static const uint32_t NAMED[PALETTE_NAMED] = {
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
        0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
    };
    enum { CUBE = 216, SIDE = 6 };
    int n = number - PALETTE_NAMED;
    if (n < 0) return RGB(NAMED[number]);
    if (n >= CUBE) {
        uint8_t grey = (uint8_t)(8 + 10 * (n - CUBE));
        return (Color){grey, grey, grey, 255};
    }
    int part[] = {n / (SIDE * SIDE), n / SIDE % SIDE, n % SIDE};
    for (int i = 0; i < 3; i++) part[i] = part[i] ? 55 + 40 * part[i] : 0;
    return (Color){(uint8_t)part[0], (uint8_t)part[1], (uint8_t)part[2], 255};
}

typedef struct PaletteColor {
    Oklab place;
    double luminance;
} PaletteColor;

static const PaletteColor *palette(void)
{
    static PaletteColor colors[PALETTE];
    static bool is_made;
    for (int i = 0; !is_made && i < PALETTE; i++)
        colors[i] =
            (PaletteColor){color_oklab(theme_palette(i)), color_luminance(theme_palette(i))};
    is_made = true;
    return colors;
}

// Grey stays grey, and no colour becomes one of another hue: by 60 degrees of few, 30 of many.
static bool is_alike(Oklab a, Oklab b, int count)
{
    static const double grey = 0.04; // chroma
    double near = count > PALETTE_NAMED ? 0.866 : 0.5;
    double of_a = hypot(a.a, a.b), of_b = hypot(b.a, b.b);
    if (of_a < grey || of_b < grey) return of_a < grey && of_b < grey;
    return a.a * b.a + a.b * b.b >= near * of_a * of_b;
}

// The nearest of the palette's numbers from `first` on that is alike and has that contrast on
// `ground`; where none is, of many colours any with that contrast, and of few -1.
static int nearest(Color wanted, int first, int count, Color ground, double contrast)
{
    const double near = count > PALETTE_NAMED ? HUGE_VAL : 0.3;
    const PaletteColor *colors = palette();
    Oklab place = color_oklab(wanted);
    double best = near, best_alike = near, own = color_luminance(ground);
    int found = -1, alike = -1;
    for (int i = first; i < count; i++) {
        if (color_contrast_of(colors[i].luminance, own) < contrast) continue;
        double distance = color_distance(place, colors[i].place);
        if (distance < best_alike && is_alike(place, colors[i].place, count)) {
            best_alike = distance;
            alike = i;
        }
        if (distance >= best) continue;
        best = distance;
        found = i;
    }
    return alike >= 0 || count <= PALETTE_NAMED ? alike : found;
}

static int direct(Color color)
{
    return LOOK_DIRECT | color.r << 16 | color.g << 8 | color.b;
}

// Heat in a palette of 256, in steps that nobody takes for one another: from the panel to the one
// that is furthest from it. What is not beyond the panel is no step, and the darkest of them is for
// dark pages: on a light one it would be more than what is selected.
static int heat_number(const Theme *theme, Style style)
{
    enum { STEPS = 6 };
    static const uint8_t BLUES[STEPS] = {17, 18, 24, 31, 74, 153},
                         REDS[STEPS] = {52, 88, 124, 131, 173, 216};
    double position = heat_position(style);
    bool is_signed = style.ground == GROUND_SIGNED;
    const uint8_t *numbers = is_signed && position < 0.5 ? REDS : BLUES;
    int steps[STEPS + 1] = {theme_shows(theme, panel(theme))}, count = 1;
    int side = is_light(theme) ? -1 : 1;
    double own = side * color_luminance(theme_palette(steps[0]));
    for (int i = side > 0 ? 0 : STEPS - 1; i < STEPS && i >= (side < 0); i += side) {
        if (side * palette()[numbers[i]].luminance > own) steps[count++] = numbers[i];
    }
    return steps[(int)((is_signed ? fabs(2 * position - 1) : position) * (count - 1) + 0.5)];
}

// A ground as the terminal has it; -1 where it is the terminal's own page.
static int ground_number(const Theme *theme, Style style)
{
    if (style.ground == GROUND_PAGE && !theme->painted) return -1;
    Color ground = ground_color(theme, style);
    if (theme->depth == DEPTH_DIRECT) return direct(ground);
    if (style.ground == GROUND_HEAT || style.ground == GROUND_SIGNED)
        return heat_number(theme, style);
    bool stands_out = style.ground == GROUND_CHIP || style.ground == GROUND_SELECTED;
    return nearest(ground, PALETTE_NAMED, PALETTE, panel(theme), stands_out ? VISIBLE : 0);
}

static Look two_colors(const Theme *theme, Style style)
{
    Style below = style;
    below.ground = style.below;
    below.level = style.level_below;
    int upper = ground_number(theme, style), lower = ground_number(theme, below);
    if (upper == lower) return (Look){-1, upper, 0, " "};
    if (upper < 0) return (Look){lower, -1, 0, "▄"};
    return (Look){upper, lower, 0, "▀"};
}

int theme_shows(const Theme *theme, Color color)
{
    return theme->depth == DEPTH_DIRECT ? direct(color)
                                        : nearest(color, PALETTE_NAMED, PALETTE, color, 0);
}

static Look many_colors(const Theme *theme, Style style)
{
    if (style.attributes & ATTR_HALVES) return two_colors(theme, style);
    Look look = {-1, ground_number(theme, style),
                 style.attributes & (ATTR_BOLD | ATTR_UNDERLINE | ATTR_REVERSE), NULL};
    bool shows_page = look.background < 0, is_direct = theme->depth == DEPTH_DIRECT;
    Color ground =
        shows_page || is_direct ? ground_color(theme, style) : theme_palette(look.background);
    if (style.attributes & ATTR_MARK) look.instead = " ";
    if (shows_page && style.ink == INK_PLAIN) return look;
    Color letter = letter_color(theme, style, ground);
    look.foreground = is_direct
                          ? direct(letter)
                          : nearest(letter, PALETTE_NAMED, PALETTE, ground, least_contrast(style));
    return look;
}

// Two roles that so few colours cannot tell apart: the second is underlined.
static bool is_taken(const Theme *theme, Ink ink, int color)
{
    for (Ink other = INK_INPUT; other < ink; other++) {
        if (nearest(role_color(theme, other), 1, FEW, theme->page, 0) == color) return true;
    }
    return false;
}

static Look few_chip(const Theme *theme, Style style, unsigned attributes)
{
    int background = nearest(role_color(theme, style.ink), 1, FEW, theme->page, 0);
    if (background < 0) return (Look){-1, -1, attributes | ATTR_BOLD, NULL};
    Color color = theme_palette(background), white = theme_palette(FEW - 1);
    bool on_white = color_contrast(white, color) > color_contrast(theme_palette(0), color);
    if (is_taken(theme, style.ink, background)) attributes |= ATTR_UNDERLINE;
    return (Look){on_white ? FEW - 1 : 0, background, attributes, NULL};
}

// Marks and letters say what a ground would.
static Look few_colors(const Theme *theme, Style style)
{
    unsigned attributes = style.attributes & (ATTR_BOLD | ATTR_UNDERLINE | ATTR_REVERSE);
    bool is_below = (style.attributes & ATTR_HALVES) && style.below == GROUND_SELECTED;
    if (style.ground == GROUND_SELECTED || is_below) attributes |= ATTR_REVERSE;
    if (style.ground == GROUND_SOURCE) attributes |= ATTR_UNDERLINE;
    bool is_chip = style.ground == GROUND_CHIP;
    bool is_old = (style.attributes & ATTR_PAST) && (style.attributes & ATTR_HALVES);
    const char *instead = is_old || (style.attributes & ATTR_TINT) ? " " : NULL;
    if (theme->depth == DEPTH_MONO)
        return (Look){-1, -1, attributes | (is_chip || style.ink == INK_ERROR ? ATTR_BOLD : 0u),
                      instead};
    Look look = {-1, -1, attributes, instead};
    if (is_chip && is_role(style.ink)) {
        look = few_chip(theme, style, attributes);
    } else if (style.ink != INK_PLAIN && !is_filled(style.ground)) {
        Color letter = letter_color(theme, (Style){.ink = style.ink}, theme->page);
        look.foreground = nearest(letter, 0, FEW, theme->page, READABLE);
    }
    if (!theme->painted) return look;
    int black = 0, white = FEW - 1;
    if (look.foreground < 0) look.foreground = is_light(theme) ? black : white;
    if (look.background < 0) look.background = is_light(theme) ? white : black;
    if (look.foreground == black) look.attributes &= ~(unsigned)ATTR_BOLD; // that would be grey
    return look;
}

// Bold for a projector, except where bold black is a grey.
Look theme_look(const Theme *theme, Style style)
{
    if (!theme_has_grounds(theme)) return few_colors(theme, style);
    Look look = many_colors(theme, style);
    if (theme->painted) look.attributes |= ATTR_BOLD;
    return look;
}

// ---- what is known of the terminal --------------------------------------------------------------

ColorDepth theme_depth(int colors)
{
    return colors >= LOOK_DIRECT ? DEPTH_DIRECT
           : colors >= PALETTE   ? DEPTH_256
           : colors >= FEW       ? DEPTH_8
                                 : DEPTH_MONO;
}

bool theme_is_direct(const char *colorterm)
{
    return colorterm && (strcmp(colorterm, "truecolor") == 0 || strcmp(colorterm, "24bit") == 0);
}

bool theme_wants_color(ColorChoice choice, const char *no_color)
{
    return choice == COLOR_AUTO ? !(no_color && *no_color) : choice == COLOR_ALWAYS;
}

static bool assumes_light(const char *name, const char *colorfgbg)
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

void theme_assume(Theme *theme, const char *name, const char *colorfgbg)
{
    bool light = assumes_light(name, colorfgbg);
    theme->page = light ? RGB(0xffffff) : RGB(0x000000);
    theme->text = light ? RGB(0x000000) : RGB(0xe5e5e5);
}

Ink ink_of_role(Role role)
{
    static const Ink INKS[ROLE_COUNT] = {
        [ROLE_NONE] = INK_PLAIN,      [ROLE_INPUT] = INK_INPUT,       [ROLE_KEY] = INK_KEY,
        [ROLE_QUERY] = INK_QUERY,     [ROLE_VALUE] = INK_VALUE,       [ROLE_SCORE] = INK_SCORE,
        [ROLE_WEIGHTS] = INK_WEIGHTS, [ROLE_WEIGHTED] = INK_WEIGHTED, [ROLE_OUTPUT] = INK_OUTPUT,
    };
    return INKS[role];
}

const char *ink_name(Ink ink)
{
    static const char *const NAMES[INK_COUNT] = {
        [INK_PLAIN] = "plain",     [INK_INPUT] = "input",       [INK_KEY] = "key",
        [INK_QUERY] = "query",     [INK_VALUE] = "value",       [INK_SCORE] = "score",
        [INK_WEIGHTS] = "weights", [INK_WEIGHTED] = "weighted", [INK_OUTPUT] = "output",
        [INK_QUIET] = "quiet",     [INK_FAINT] = "faint",       [INK_CODE] = "code",
        [INK_ERROR] = "error",     [INK_ACCENT] = "accent",     [INK_HEAD] = "head0",
        [INK_HEAD + 1] = "head1",  [INK_HEAD + 2] = "head2",    [INK_HEAD + 3] = "head3",
        [INK_HEAD + 4] = "head4",  [INK_HEAD + 5] = "head5",    [INK_LAST_HEAD] = "head6",
    };
    return NAMES[ink];
}

_Static_assert(INK_LAST_HEAD - INK_HEAD + 1 == HEAD_COLORS, "an ink for each colour of a head");

Ink ink_of_head(int64_t head)
{
    return (Ink)(INK_HEAD + head % HEAD_COLORS);
}

static bool both_signs(double low, double high)
{
    return low < 0 && high > 0;
}

// Where the value is between the ends, 0 … 1; with both signs zero is in the middle.
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

Style style_of_heat(double value, double low, double high)
{
    if (isnan(value)) return (Style){0};
    int level = (int)(position(value, low, high) * (HEAT_LEVELS - 1) + 0.5);
    return (Style){.ground = both_signs(low, high) ? GROUND_SIGNED : GROUND_HEAT, .level = level};
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

// They are right before the number: none may read as its sign or its point.
char theme_heat_letter(double value, double low, double high)
{
    static const char LETTERS[] = " ':~=o*#%@";
    if (isnan(value)) return 'n';
    int step = (int)(position(value, low, high) * 10);
    return LETTERS[step > 9 ? 9 : step];
}
