// Every ink on every ground, on terminals of every depth and of many backgrounds.
#include "support/test.h"

#include "terminal/theme.h"

#include <math.h>

static const struct Page {
    const char *name;
    Color page, text;
} PAGES[] = {
    {"black", RGB(0x000000), RGB(0xe5e5e5)},
    {"dark", RGB(0x1e1e1e), RGB(0xd4d4d4)},
    {"white", RGB(0xffffff), RGB(0x000000)},
    {"paper", RGB(0xfbf1c7), RGB(0x3c3836)},
    {"solarized dark", RGB(0x002b36), RGB(0x93a1a1)},
    {"solarized light", RGB(0xfdf6e3), RGB(0x586e75)},
    {"aubergine", RGB(0x300a24), RGB(0xffffff)},
    {"dracula", RGB(0x282a36), RGB(0xf8f8f2)},
};
enum { PAGE_COUNT = sizeof PAGES / sizeof *PAGES };

static Theme theme_on(const struct Page *page, ColorDepth depth, bool cvd)
{
    return (Theme){.depth = depth, .page = page->page, .text = page->text, .cvd = cvd};
}

static Color shown(int number, Color own)
{
    if (number < 0) return own;
    return number >= LOOK_DIRECT ? RGB(number) : theme_palette(number);
}

static void check(const struct Page *page, ColorDepth depth, bool cvd, Style style)
{
    Theme theme = theme_on(page, depth, cvd);
    Look look = theme_look(&theme, style);
    if (look.instead) return;
    Color ground = shown(look.background, page->page), letter = shown(look.foreground, page->text);
    double few = depth < DEPTH_256 ? 3.5 : 4.5; // eight colours leave little choice
    double least = style.ink == INK_FAINT ? 3 : few;
    double own = color_contrast(page->text, page->page);
    if (look.foreground < 0 && own < least) least = own; // as it was chosen
    double found = color_contrast(letter, ground);
    if (found < least - 0.01)
        fail_msg("%s, depth %d%s, ink %d on ground %d, level %d: contrast %.2f", page->name, depth,
                 cvd ? ", cvd" : "", style.ink, style.ground, style.level, found);
}

static void every_letter_can_be_read_on_every_ground(void **state)
{
    (void)state;
    for (int i = 0; i < PAGE_COUNT * 2; i++) {
        for (ColorDepth depth = DEPTH_8; depth <= DEPTH_DIRECT; depth++) {
            for (int ink = 0; ink < INK_COUNT; ink++) {
                for (int ground = 0; ground < GROUND_COUNT; ground++) {
                    for (int level = 0; level < HEAT_LEVELS; level += 2)
                        check(&PAGES[i / 2], depth, i % 2,
                              (Style){.ink = (Ink)ink, .ground = (Ground)ground, .level = level});
                }
            }
        }
    }
}

// Terminals with few colours show bold black as grey.
static void on_a_page_of_few_colours_black_is_never_bold(void **state)
{
    (void)state;
    Theme theme = theme_on(&PAGES[2], DEPTH_8, false);
    theme.painted = true;
    for (int ground = 0; ground < GROUND_COUNT; ground++) {
        Style style = {.attributes = ATTR_BOLD, .ground = (Ground)ground};
        Look look = theme_look(&theme, style);
        assert_int_equal(look.foreground, 0);
        assert_false(look.attributes & ATTR_BOLD);
    }
}

static void more_heat_is_never_nearer_to_the_page(void **state)
{
    (void)state;
    for (int i = 0; i < PAGE_COUNT * 2; i++) {
        Theme theme = theme_on(&PAGES[i / 2], i % 2 ? DEPTH_256 : DEPTH_DIRECT, false);
        double sign = color_luminance(theme.text) > color_luminance(theme.page) ? 1 : -1,
               before = -2;
        for (int level = 0; level < HEAT_LEVELS; level++) {
            Look look = theme_look(&theme, (Style){.ground = GROUND_HEAT, .level = level});
            double lightness = sign * color_oklab(shown(look.background, theme.page)).l;
            assert_true(lightness >= before - 0.001);
            before = lightness;
        }
    }
}

// CIE 1976 L*a*b*, of white D65.
typedef struct Lab {
    double l, a, b;
} Lab;

static double linear(int part)
{
    double c = part / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double lab_part(double t)
{
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

static Lab lab(Color color)
{
    double r = linear(color.r), g = linear(color.g), b = linear(color.b);
    double x = lab_part((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047),
           y = lab_part(0.2126729 * r + 0.7151522 * g + 0.0721750 * b),
           z = lab_part((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    return (Lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

static double lab_distance(Lab a, Lab b)
{
    return hypot(hypot(a.l - b.l, a.a - b.a), a.b - b.b);
}

static Color heat_of(const Theme *theme, double value, double low)
{
    return shown(theme_look(theme, style_of_heat(value, low, 1)).background, theme->page);
}

// From `low` to the end: how many colours, each told from the one before, and further from the
// page.
static int count_steps(const Theme *theme, double low, double end)
{
    enum { TRIES = 200 };
    static const double least = 12; // 2.3 can just be seen, side by side
    int count = 1;
    double sign = color_luminance(theme->text) > color_luminance(theme->page) ? 1 : -1;
    Lab before = lab(heat_of(theme, 0, low));
    for (int i = 1; i <= TRIES; i++) {
        Lab next = lab(heat_of(theme, end * i / TRIES, low));
        if (lab_distance(next, before) == 0) continue;
        assert_true(lab_distance(next, before) >= least);
        assert_true(sign * (next.l - before.l) > 0);
        before = next;
        count++;
    }
    return count;
}

static void no_two_steps_of_256_colours_look_alike(void **state)
{
    (void)state;
    for (int i = 0; i < PAGE_COUNT; i++) {
        Theme theme = theme_on(&PAGES[i], DEPTH_256, false);
        int steps = i == 0 ? 7 : color_luminance(theme.page) > 0.5 ? 6 : 5;
        assert_true(count_steps(&theme, 0, 1) >= steps);
        assert_true(count_steps(&theme, -1, 1) >= steps && count_steps(&theme, -1, -1) >= steps);
        Color high = heat_of(&theme, 0.8, 0), highest = heat_of(&theme, 1, 0);
        assert_true(lab_distance(lab(high), lab(highest)) >= 12);
    }
}

static double lightness(const Theme *theme, Style style)
{
    return color_oklab(shown(theme_look(theme, style).background, theme->page)).l;
}

static void nothing_is_brighter_than_what_is_selected(void **state)
{
    (void)state;
    for (int i = 0; i < PAGE_COUNT * 2; i++) {
        Theme theme = theme_on(&PAGES[i / 2], i % 2 ? DEPTH_256 : DEPTH_DIRECT, false);
        double sign = color_luminance(theme.text) > color_luminance(theme.page) ? 1 : -1;
        double selected = sign * lightness(&theme, (Style){.ground = GROUND_SELECTED});
        Style most = {.ground = GROUND_HEAT, .level = HEAT_LEVELS - 1};
        assert_true(sign * lightness(&theme, most) < selected + 0.001);
        most.attributes = ATTR_PAST;
        assert_true(sign * lightness(&theme, most) < selected - 0.2);
    }
}

static void what_is_past_can_be_read_and_is_less_than_what_is_not(void **state)
{
    (void)state;
    for (int i = 0; i < PAGE_COUNT * 2; i++) {
        Theme theme = theme_on(&PAGES[i / 2], i % 2 ? DEPTH_256 : DEPTH_DIRECT, false);
        for (int ink = INK_INPUT; ink <= INK_OUTPUT; ink++) {
            Style style = {.ink = (Ink)ink};
            double now =
                color_contrast(shown(theme_look(&theme, style).foreground, theme.text), theme.page);
            style.attributes = ATTR_PAST;
            double past =
                color_contrast(shown(theme_look(&theme, style).foreground, theme.text), theme.page);
            assert_true(past >= 2.99 && past <= now);
        }
    }
    Theme few = theme_on(&PAGES[0], DEPTH_8, false);
    Style halves = style_of_halves((Style){.ground = GROUND_HEAT}, (Style){.ground = GROUND_HEAT});
    assert_null(theme_look(&few, halves).instead);
    halves.attributes |= ATTR_PAST;
    assert_string_equal(theme_look(&few, halves).instead, " ");
}

static double hue_apart(Color a, Color b)
{
    Oklab one = color_oklab(a), other = color_oklab(b);
    double degrees = fabs(atan2(one.b, one.a) - atan2(other.b, other.a)) * 180 / acos(-1);
    return degrees > 180 ? 360 - degrees : degrees;
}

static void with_few_colours_what_is_quiet_is_grey_and_no_role_has_another_hue(void **state)
{
    (void)state;
    for (int i = 0; i < PAGE_COUNT; i++) {
        Theme few = theme_on(&PAGES[i], DEPTH_8, false);
        Theme all = theme_on(&PAGES[i], DEPTH_DIRECT, false);
        for (int ink = INK_INPUT; ink <= INK_ACCENT; ink++) {
            int number = theme_look(&few, (Style){.ink = (Ink)ink}).foreground;
            bool is_grey = number < 0 || number == 0 || number == 7;
            int meant = theme_look(&all, (Style){.ink = (Ink)ink}).foreground;
            if (ink == INK_QUIET || ink == INK_FAINT)
                assert_true(is_grey || few.text.r != few.text.b); // on solarized, what is grey?
            else if (!is_grey)
                assert_true(hue_apart(theme_palette(number), RGB(meant)) < 61);
        }
    }
}

static void chips_and_the_selected_cell_stand_out(void **state)
{
    (void)state;
    for (int i = 0; i < PAGE_COUNT * 2; i++) {
        for (ColorDepth depth = DEPTH_256; depth <= DEPTH_DIRECT; depth++) {
            Theme theme = theme_on(&PAGES[i / 2], depth, i % 2);
            for (int ink = INK_INPUT; ink <= INK_OUTPUT; ink++) {
                Look chip = theme_look(&theme, (Style){.ink = (Ink)ink, .ground = GROUND_CHIP});
                assert_true(color_contrast(shown(chip.background, theme.page), theme.page) >= 2.9);
            }
            Look selected = theme_look(&theme, (Style){.ground = GROUND_SELECTED});
            assert_true(color_contrast(shown(selected.background, theme.page), theme.page) >= 2.9);
        }
    }
}

static void roles_differ_from_one_another(void **state)
{
    (void)state;
    for (int i = 0; i < PAGE_COUNT * 2; i++) {
        Theme theme = theme_on(&PAGES[i / 2], DEPTH_DIRECT, i % 2);
        for (int a = INK_INPUT; a <= INK_OUTPUT; a++) {
            for (int b = a + 1; b <= INK_OUTPUT; b++) {
                Look one = theme_look(&theme, (Style){.ink = (Ink)a, .ground = GROUND_CHIP});
                Look other = theme_look(&theme, (Style){.ink = (Ink)b, .ground = GROUND_CHIP});
                double distance = color_distance(color_oklab(shown(one.background, theme.page)),
                                                 color_oklab(shown(other.background, theme.page)));
                bool is_one = a == INK_SCORE && b == INK_WEIGHTS; // weights are scores, shared out
                if (distance < 0.04 && !is_one)
                    fail_msg("%s%s: roles %d and %d are %.3f apart", PAGES[i / 2].name,
                             i % 2 ? ", cvd" : "", a, b, distance);
            }
        }
    }
}

static void no_colour_is_more_than_the_terminal_has(void **state)
{
    (void)state;
    static const int COLORS[] = {[DEPTH_MONO] = 0, [DEPTH_8] = 8, [DEPTH_256] = 256};
    for (ColorDepth depth = DEPTH_MONO; depth <= DEPTH_256; depth++) {
        for (int ink = 0; ink < INK_COUNT; ink++) {
            for (int ground = 0; ground < GROUND_COUNT; ground++) {
                Theme theme = theme_on(&PAGES[ink % PAGE_COUNT], depth, false);
                Look look = theme_look(&theme, (Style){.ink = (Ink)ink, .ground = (Ground)ground});
                assert_true(look.foreground >= -1 && look.foreground < COLORS[depth]);
                assert_true(look.background >= -1 && look.background < COLORS[depth]);
            }
        }
    }
}

static void without_grounds_the_marks_stay(void **state)
{
    (void)state;
    static const Ground GROUNDS[] = {GROUND_PAGE, GROUND_CHIP, GROUND_SOURCE, GROUND_SELECTED,
                                     GROUND_HEAT};
    for (ColorDepth depth = DEPTH_MONO; depth <= DEPTH_DIRECT; depth++) {
        Theme theme = theme_on(&PAGES[0], depth, false);
        for (int i = 0; i < 5; i++) {
            Style style = {.ink = INK_KEY, .attributes = ATTR_MARK, .ground = GROUNDS[i]};
            assert_int_equal(theme_look(&theme, style).instead != NULL, depth >= DEPTH_256);
        }
        Style tint = {.attributes = ATTR_TINT};
        assert_int_equal(theme_look(&theme, tint).instead != NULL, depth < DEPTH_256);
    }
    Theme mono = theme_on(&PAGES[0], DEPTH_MONO, false);
    assert_true(theme_look(&mono, (Style){.ground = GROUND_SELECTED}).attributes & ATTR_REVERSE);
    assert_true(theme_look(&mono, (Style){.ground = GROUND_SOURCE}).attributes & ATTR_UNDERLINE);
    assert_true(theme_look(&mono, (Style){.ground = GROUND_CHIP}).attributes & ATTR_BOLD);
}

static void two_halves_have_two_colours_where_grounds_show(void **state)
{
    (void)state;
    Style low = {.ground = GROUND_HEAT}, high = {.ground = GROUND_HEAT, .level = HEAT_LEVELS - 1};
    Theme theme = theme_on(&PAGES[0], DEPTH_DIRECT, false);
    Look both = theme_look(&theme, style_of_halves(low, high));
    assert_string_equal(both.instead, "▀");
    assert_int_equal(both.foreground, theme_look(&theme, low).background);
    assert_int_equal(both.background, theme_look(&theme, high).background);
    assert_string_equal(theme_look(&theme, style_of_halves(low, low)).instead, " ");
    Look half = theme_look(&theme, style_of_halves((Style){0}, high)); // the page's own colour
    assert_string_equal(half.instead, "▄");
    assert_int_equal(half.foreground, both.background);
    assert_int_equal(half.background, -1);
    Theme few = theme_on(&PAGES[0], DEPTH_8, false);
    assert_null(theme_look(&few, style_of_halves(low, high)).instead); // the letter
    Style selected = {.ground = GROUND_SELECTED};
    assert_true(theme_look(&few, style_of_halves(low, selected)).attributes & ATTR_REVERSE);
}

static void a_painted_page_is_ours_on_every_terminal_with_colours(void **state)
{
    (void)state;
    for (ColorDepth depth = DEPTH_8; depth <= DEPTH_DIRECT; depth++) {
        for (int light = 0; light < 2; light++) {
            Theme theme = {.depth = depth, .painted = true};
            theme_assume(&theme, light ? "light" : "dark", NULL);
            Look look = theme_look(&theme, (Style){0});
            Color page = shown(look.background, RGB(0x123456));
            assert_true(color_distance(color_oklab(page), color_oklab(theme.page)) < 0.1);
            assert_true(color_contrast(shown(look.foreground, page), page) > 7);
        }
    }
}

static void the_page_is_assumed_from_option_or_colorfgbg(void **state)
{
    (void)state;
    static const struct {
        const char *name, *colorfgbg;
        int light;
    } CASES[] = {{NULL, NULL, 0},     {NULL, "0;15", 1},       {NULL, "0;default;7", 1},
                 {NULL, "15;0", 0},   {NULL, "15;default", 0}, {"light", "15;0", 1},
                 {"dark", "0;15", 0}, {"auto", "0;15", 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Theme theme = {0};
        theme_assume(&theme, CASES[i].name, CASES[i].colorfgbg);
        assert_int_equal(theme.page.r, CASES[i].light ? 255 : 0);
    }
}

static void terminals_say_that_they_take_24_bits(void **state)
{
    (void)state;
    assert_true(theme_is_direct("truecolor") && theme_is_direct("24bit"));
    assert_false(theme_is_direct("yes") || theme_is_direct(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_letter_can_be_read_on_every_ground),
        cmocka_unit_test(more_heat_is_never_nearer_to_the_page),
        cmocka_unit_test(no_two_steps_of_256_colours_look_alike),
        cmocka_unit_test(nothing_is_brighter_than_what_is_selected),
        cmocka_unit_test(what_is_past_can_be_read_and_is_less_than_what_is_not),
        cmocka_unit_test(on_a_page_of_few_colours_black_is_never_bold),
        cmocka_unit_test(with_few_colours_what_is_quiet_is_grey_and_no_role_has_another_hue),
        cmocka_unit_test(chips_and_the_selected_cell_stand_out),
        cmocka_unit_test(roles_differ_from_one_another),
        cmocka_unit_test(no_colour_is_more_than_the_terminal_has),
        cmocka_unit_test(without_grounds_the_marks_stay),
        cmocka_unit_test(two_halves_have_two_colours_where_grounds_show),
        cmocka_unit_test(a_painted_page_is_ours_on_every_terminal_with_colours),
        cmocka_unit_test(the_page_is_assumed_from_option_or_colorfgbg),
        cmocka_unit_test(terminals_say_that_they_take_24_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
