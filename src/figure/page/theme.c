// The colours of figures. The roles of tensors have the letters and hues that they have on the
// terminal; a letter on a chip says the same as its colour, so that the grey theme for print loses
// nothing.
#include "figure/page/theme.h"

#include <string.h>

// clang-format off
static const FigureTheme themes[] = {
    {.name = "light", .background = RGB(0xffffff), .text = RGB(0x1b1d21),
     .muted = RGB(0x5f646d), .rule = RGB(0xc9cdd4), .special = RGB(0xe9ecf1),
     .hatch = RGB(0xc3cad5),
     .sequential = "cividis", .weights = "white-blue", .diverging = "rdbu"},
    {.name = "dark", .background = RGB(0x15171b), .text = RGB(0xeceef2),
     .muted = RGB(0x9ea4ae), .rule = RGB(0x444953), .special = RGB(0x2a2e36),
     .hatch = RGB(0x474d59),
     .sequential = "cividis", .weights = "night", .diverging = "rdbu"},
    {.name = "print", .background = RGB(0xffffff), .text = RGB(0x000000),
     .muted = RGB(0x4a4a4a), .rule = RGB(0xb0b0b0), .special = RGB(0xffffff),
     .hatch = RGB(0xa0a0a0),
     .sequential = "greys", .weights = "greys", .diverging = "signed-greys",
     .grey = true},
    {.name = "transparent", .background = {0xff, 0xff, 0xff, 0}, .text = RGB(0x1b1d21),
     .muted = RGB(0x3f444c), .rule = RGB(0x9a9fa8), .special = RGB(0xe9ecf1),
     .hatch = RGB(0xc3cad5),
     .sequential = "cividis", .weights = "white-blue", .diverging = "rdbu"},
    {.name = "transparent-dark", .background = {0x15, 0x17, 0x1b, 0}, .text = RGB(0xf4f5f7),
     .muted = RGB(0xc9ced6), .rule = RGB(0x7b818c), .special = RGB(0x2a2e36),
     .hatch = RGB(0x6a7180),
     .sequential = "cividis", .weights = "night", .diverging = "rdbu"},
};
// clang-format on

enum { THEMES = sizeof themes / sizeof themes[0] };

#define NAMES "light", "dark", "print", "transparent", "transparent-dark"

const char *const theme_names[] = {NAMES, NULL};
const char *const theme_choices[] = {NAMES, "auto", NULL};

const FigureTheme *theme_find(const char *name)
{
    if (!name) return &themes[0];
    for (int i = 0; i < THEMES; i++) {
        if (strcmp(themes[i].name, name) == 0) return &themes[i];
    }
    return NULL;
}

const char *figure_names_listed(const char *const *names, Arena *arena)
{
    Buf list = {.arena = arena};
    for (int i = 0; names[i]; i++) {
        if (i) buf_add(&list, names[i + 1] ? STR(", ") : STR(" and "));
        buf_add(&list, str_from(names[i]));
    }
    return buf_text(&list);
}

bool theme_is_both(const char *name)
{
    return name && strcmp(name, "auto") == 0;
}

const FigureTheme *theme_choose(const char *name, Error *error)
{
    const FigureTheme *theme = theme_find(name);
    if (theme) return theme;
    if (theme_is_both(name)) {
        error_fail(error, "--theme light, or --theme dark",
                   "the theme auto is for one SVG that stands still");
        return NULL;
    }
    error_set(error, NULL, "no theme is called '%s'", name);
    error_hint(error, "the themes are %s", figure_names_listed(theme_names, error->arena));
    return NULL;
}

RoleSign theme_role(const FigureTheme *theme, Role role)
{
    RoleSign sign = role_sign(role);
    if (!theme->grey) return sign;
    return (RoleSign){sign.letter, RGB(0x404040), RGB(0xffffff)};
}
