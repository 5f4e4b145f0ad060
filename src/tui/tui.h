// The terminal: walks a lesson interactively, or prints the frame that it would show.
#pragma once

#include "tui/core/options.h"

// Runs the walk on the terminal until the user quits. Returns false with an error when there is no
// usable terminal. A deadly signal is re-raised after the terminal is restored.
bool tui_run(Walk *walk, const TuiOptions *options, Error *error);

// What the slides of a step need to show everything: the size asked about, or a larger one of the
// same proportions.
typedef struct TuiNeed {
    int columns, rows;
    bool fits;        // into the size asked about
    bool is_part;     // no screen shows all of it: a slide shows what is at hand
    const char *what; // the code of the largest equation, or NULL
} TuiNeed;

// For each step of the lesson. The walk is left at its beginning. (needs.c)
void tui_needs(Walk *walk, int columns, int rows, const TuiOptions *options, Arena *arena,
               TuiNeed *needs);

// The keys, for the manual page: "PgUp Ctrl-U" and "scroll the lesson up".
typedef struct TuiKey {
    const char *keys, *help;
    bool on_walk, on_help; // where it works: on the lesson, on the help screen
} TuiKey;

// Key number `i` of the help screen, from 0; false behind the last. (screen.c)
bool tui_key(int i, TuiKey *key);

// The frame that the terminal would show at this size after `keys`, as text. (screen.c)
bool tui_screen(Walk *walk, int columns, int rows, const char *keys, const TuiOptions *options,
                Buf *out, Error *error);
