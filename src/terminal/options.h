// What the user asks of the terminal. Types alone.
#pragma once

#include <stdbool.h>

typedef enum ColorChoice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorChoice;

typedef enum SignSet {
    SIGNS_AUTO,
    SIGNS_UNICODE,
    SIGNS_CONSOLE, // those of the Linux console's fonts
    SIGNS_ASCII,
} SignSet;

typedef struct TermOptions {
    ColorChoice color;
    const char *theme;   // "dark", "light", "auto" or NULL: the terminal is asked
    const char *palette; // "cvd" or NULL
    bool painted;        // with a background of our own
    SignSet signs;
    bool no_mouse;
} TermOptions;
