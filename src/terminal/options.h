// What the user asks of the terminal. Types alone.
#pragma once

#include <stdbool.h>

typedef enum ColorChoice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorChoice;

typedef struct TermOptions {
    ColorChoice color;
    const char *theme;   // "dark", "light" or NULL: as the environment says
    const char *palette; // "cvd" or NULL
    bool painted;        // with a background of our own
    bool ascii, no_mouse;
} TermOptions;
