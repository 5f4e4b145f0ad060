// What the program that opens the screens may choose, and what it does for them.
#pragma once

#include "lesson/listed.h"
#include "terminal/options.h"
#include "terminal/pixels.h"
#include "walk/figure_choice.h"

typedef enum TuiMode {
    MODE_WALK,
    MODE_PRESENT, // for a projector: one equation at a time
    MODE_NOTES,   // what a presenter reads beside it
} TuiMode;

// What the loop waits for beside keys.
typedef struct TuiWatch {
    int every_ms;     // wakes it so often; -1: never
    const char *says; // what is shown of the other side, or NULL
    bool ran;         // the walk's program ran again: its entries are others than before
} TuiWatch;

// What a picture may take: cells, and the pixels of each; what is transparent shows the page.
typedef struct PictureRoom {
    int columns, rows;
    int cell_width, cell_height;
    Color page;
} PictureRoom;

// What the reader leaves the screens for, to come back to the lesson.
typedef enum LeaveFor { LEAVE_FOR_NONE, LEAVE_FOR_QUIZ, LEAVE_FOR_PRESENT } LeaveFor;

typedef struct TuiOptions {
    TuiMode mode;
    const char *palette; // "cvd" or NULL
    ColorChoice color;
    const char *theme; // "dark", "light", "auto" or NULL: the terminal is asked
    SignSet signs;
    bool no_mouse, no_motion;
    FigureExport *export_figure; // NULL: not possible
    bool scrolls_text;           // the medium scrolls the lesson: Space need not go through it
    bool in_page; // of a browser: it has no shell below it, and writes PNG and SVG alone
    // What that would write: the file, its folder, and how large the figure is; a line each.
    bool (*preview_figure)(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                           Buf *lines, Error *error);
    // The same as a picture, as large as there is room, of whole cells.
    bool (*draw_figure)(void *context, const Walk *walk, Cell cell, FigureChoice choice,
                        PictureRoom room, Arena *arena, Image *image, Error *error);
    void *export_context;
    const LessonList *lessons; // that can be gone to from here; NULL: none
    const char *known_as;      // what the walk is called in that list; NULL: it is not in it
    bool start_on_lessons;     // begin with the list of them
    bool start_on_contents;    // begin with what is in the program
    bool start_in_walk;        // a step of it was asked for
    bool start_on_heads;       // begin with the heads of what is selected, where it has some
    bool start_on_next;        // begin with the chances of the next token
    void (*choose)(void *context, const ListedLesson *lesson); // called when one is chosen
    // Called when the reader leaves for one, with the lesson that it is of; NULL: the one at hand.
    // NULL: that cannot be done.
    void (*leave)(void *context, LeaveFor what, const char *lesson);
    void *choose_context; // of both
    const char *note;     // said at the start, or NULL
    // Remembers where the walk is: called at each new step, and at the end. NULL: not remembered.
    // Returns what is to be said, or NULL.
    const char *(*keep)(void *context, const Walk *walk);
    void *keep_context;
    // Another program that takes part (a presenter's notes): called before each wait, it may move
    // the walk. `shows` is what the screen shows in place of the slide, in words, or NULL. NULL:
    // none takes part.
    TuiWatch (*attend)(void *context, Walk *walk, const char *shows);
    void *attend_context;
} TuiOptions;
