// The terminal: walks a lesson interactively, or prints the frame that it would show.
#pragma once

#include "terminal/options.h"
#include "tui/pages/lessons.h"
#include "walk/walk.h"

typedef enum TuiMode {
    MODE_WALK,
    MODE_PRESENT, // for a projector: one equation at a time
    MODE_NOTES,   // what a presenter reads beside it
} TuiMode;

// What the loop waits for beside keys.
typedef struct TuiWatch {
    int descriptor;   // wakes the loop when it can be read; -1: none
    int every_ms;     // wakes it so often; -1: never
    const char *says; // what is shown of the other side, or NULL
    bool ran;         // the walk's program ran again: its entries are others than before
} TuiWatch;

// A figure as the dialog offers it; each by its name.
typedef struct FigureChoice {
    const char *kind, *format, *theme;
    int64_t head, query; // of lines of attention; -1: all
} FigureChoice;

typedef struct TuiOptions {
    TuiMode mode;
    const char *palette; // "cvd" or NULL
    ColorChoice color;
    const char *theme; // "dark", "light" or NULL: as the environment says
    bool ascii, no_mouse, no_motion;
    // Exports a figure of the matrix that `cell` lies in; says in `message` what was written. NULL:
    // not possible.
    bool (*export_figure)(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                          Buf *message, Error *error);
    // What that would write: the file, its folder, and how large the figure is; a line each.
    bool (*preview_figure)(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                           Buf *lines, Error *error);
    void *export_context;
    const LessonList *lessons; // that can be gone to from here; NULL: none
    const char *known_as;      // what the walk is called in that list; NULL: it is not in it
    bool start_on_lessons;     // begin with the list of them
    void (*choose)(void *context, const ListedLesson *lesson); // told when one is chosen
    void *choose_context;
    const char *note; // said at the start, or NULL
    // Remembers where the walk is: called at each new step, and at the end. NULL: nobody does.
    // Returns what is to be said, or NULL.
    const char *(*keep)(void *context, const Walk *walk);
    void *keep_context;
    // Another program that takes part (a presenter's notes): called before each wait, it may move
    // the walk. `shows` is what the screen shows in place of the slide, in words, or NULL. NULL:
    // nobody does.
    TuiWatch (*attend)(void *context, Walk *walk, const char *shows);
    void *attend_context;
} TuiOptions;

// Runs the walk on the terminal until the user quits. Returns false with an error when there is no
// usable terminal. A deadly signal is re-raised after the terminal is restored.
bool tui_run(Walk *walk, const TuiOptions *options, Error *error);

// What the slides of a step need to show everything.
typedef struct TuiNeed {
    int columns, rows;
    bool fits;        // into the size asked about
    const char *what; // the code of the largest equation, or NULL
} TuiNeed;

// For each step of the lesson. The walk is left at its beginning. (present/needs.c)
void tui_needs(Walk *walk, int columns, int rows, const TuiOptions *options, Arena *arena,
               TuiNeed *needs);

// The keys, for the manual page: "PgUp Ctrl-U" and "scroll the lesson up".
typedef struct TuiKey {
    const char *keys, *help;
    bool on_walk, on_help; // where it works: on the lesson, on the help screen
} TuiKey;

// Key number `i` of the help screen, from 0; false behind the last.
bool tui_key(int i, TuiKey *key);

// The frame that the terminal would show at this size after `keys`, as text.
bool tui_screen(Walk *walk, int columns, int rows, const char *keys, const TuiOptions *options,
                Buf *out, Error *error);
