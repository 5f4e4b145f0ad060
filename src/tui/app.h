// The state of the terminal that is not the walk's: what is scrolled, what is open, what was said.
// Keys change it through actions (input.h, actions.h); drawing only reads it (draw.h).
#pragma once

#include "terminal/keys.h"
#include "terminal/line.h"
#include "tui/layout.h"
#include "tui/matrix/flow.h"
#include "tui/matrix/heads.h"
#include "tui/matrix/large.h"
#include "tui/present/present.h"
#include "tui/tui.h"
#include "walk/reach.h"
#include "walk/whatif.h"

// What is typed into a line at the bottom of the screen (prompt.h).
typedef enum PromptKind {
    PROMPT_COMMAND, // ":"
    PROMPT_GO,      // "g"
    PROMPT_SEARCH,  // "/"
    PROMPT_MARKS,   // "M"
    PROMPT_KINDS
} PromptKind;

typedef enum Screen {
    ON_WALK = 1,
    ON_HELP = 2,
    ON_OUTLINE = 4,
    ON_COST = 8,
    ON_LESSONS = 16,
    ON_FIGURE = 32,
    ON_CHANGES = 64,
    ON_WHATIF = 128,
    ON_REACH = 256,
    ON_PRESENT = 1 << 9, // one equation at a time, for a projector
    ON_STEPS = 1 << 10,  // the list of steps, from there
    ON_NOTES = 1 << 11,  // the presenter's notes, in another terminal
    ON_LARGE = 1 << 12,  // the large matrix, the grid of heads, the lines of attention
    ON_HEADS = 1 << 13,
    ON_FLOW = 1 << 14,
    ON_WHY = 1 << 15,
    ON_PROMPT = 1 << 16, // the others are below it
    ON_TYPING = 1 << 17, // no screen: what works while a number is typed on one
} Screen;

enum { ON_ALL_BUT_PROMPT = ON_PROMPT - 1 }; // the screens where single keys act

enum { FIGURE_ROWS = 3 }; // kind, format, theme

enum { SCROLL_FOLLOWS = -1 }; // the lesson shows the line that the walk is at

typedef struct App {
    Walk *walk;
    const TuiOptions *options;
    int columns, rows; // of the screen
    bool ascii;        // only ASCII on the screen
    bool heat_letters; // too few colours for the ramp: letters show the heat
    LessonPane lesson;
    int lesson_scroll;   // first line shown, or SCROLL_FOLLOWS
    Screen home, screen; // home: the one that others go back to
    Screen under;        // the screen that help or a prompt was opened on
    int help_scroll;
    int help_at; // the entry that is selected
    int cost_scroll;
    int page_top;       // first line shown of other screens of text
    int lessons_at;     // the lesson that is selected
    int outline_at;     // the row that is selected
    bool *outline_open; // which of so many rows are
    int outline_count;
    Arena outline_arena;
    int figure_row;                 // of the figure dialog
    int figure_choice[FIGURE_ROWS]; // in each of its rows
    Cell figure_of;                 // the matrix it draws, and where it was opened
    Screen figure_from;

    bool playing; // autoplay.h
    int speed;    // powers of two
    Presentation present;
    LargeView large;
    HeadsView heads;
    FlowView flow;
    Reach reach;       // while its screen is shown
    int reach_at;      // the selected line of it
    WhatIf what_if;    // while its screen is shown
    int what_if_shown; // which tensor of it

    Key pending; // the first key of two ("gg"), while has_pending
    bool has_pending;
    bool quit, repaint; // asked for by an action
    bool mouse_left;    // to the terminal, which then selects text with it

    Key pressed; // the last key that was pressed, or where the mouse was

    PromptKind prompt;           // on the screen ON_PROMPT
    bool prompt_on_help;         // opened there, and goes back there
    Line typed_in[PROMPT_KINDS]; // what is typed into it, and what was before
    int prompt_at;               // which of what it offers is selected; -1: the first that fits

    const char *wanted; // the last search
    Arena wanted_arena;
    int found_at, found_stage; // which one of what it found, and where that was
    bool lit;                  // what was found stands out, until the next key

    bool answering; // an answer is being typed
    bool editing;   // a number for the selected cell is
    Buf typed;      // what was typed of it, in an arena of its own
    Arena typed_arena;
    Cell offered; // a computed cell whose input was offered to be edited; entry -1: none

    Arena message_arena; // holds the message, until the next key
    const char *message; // NULL: none
    bool message_is_error;

    void (*show)(const struct App *app); // draws it now, before something long; NULL: nowhere
} App;

void app_init(App *app, Walk *walk, const TuiOptions *options, int columns, int rows);
void app_free(App *app);
void app_resize(App *app, int columns, int rows);

// Back from all screens that show something of a run: there is another one now.
void app_come_home(App *app);

// A message for the status row, until the next key.
void app_say(App *app, bool is_error, const char *format, ...) PRINTF_LIKE(3, 4);

// Says "Computing ..." before something that will take a while.
void app_wait(App *app);
