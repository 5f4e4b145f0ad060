// Themes of figures, and how each role looks: the same letters and hues as on the terminal.
#pragma once

#include "base/error.h"
#include "figure/figure.h"
#include "study/looks/sign.h"

typedef struct FigureTheme {
    const char *name;
    Color background, text;
    Color muted;                        // secondary text; still at least 4.5:1 on the background
    Color rule;                         // hairlines
    Color special;                      // cells that are no number to compare: infinities
    Color hatch;                        // the lines across them, and, paler, across nan
    const char *sequential, *diverging; // names of ramps
    const char *weights;                // of attention: the low end is no attention
    bool grey;                          // roles as well are shown by their letter alone
} FigureTheme;

extern const char *const theme_names[];   // the default first; NULL-terminated
extern const char *const theme_choices[]; // the same, and "auto"

const FigureTheme *theme_find(const char *name); // NULL means the default; NULL when there is none

// Is it "auto", that is light or dark as a reader prefers? figure_kind_build() draws both.
bool theme_is_both(const char *name);

// As theme_find(); that there is none is an error, and so is "auto".
const FigureTheme *theme_choose(const char *name, Error *error);

// "light, dark and print"
const char *figure_names_listed(const char *const *names, Arena *arena);

// The role's sign, in grey where the theme is.
RoleSign theme_role(const FigureTheme *theme, Role role);
