// The presenter: one equation at a time, plain and large, and what a class does with it.
#pragma once

#include "terminal/keys.h"
#include "tui/layout.h"
#include "tui/present/poll.h"
#include "walk/walk.h"

typedef struct App App;

// What a presenter has beside the walk.
typedef struct Presentation {
    bool blank;      // the screen shows nothing
    bool timer;      // and how long it has been going on
    int seconds;     // since the start
    int steps_at;    // the step selected in the list
    const char *far; // what the other side says of itself, or NULL
    bool voting;     // votes are being typed
    int reading;     // the answered question whose words have the screen to themselves; -1: none
    Buf typed;       // what was typed of them
    Poll *polls;
    int poll_count;
    size_t poll_capacity;
    Arena arena; // of all this
} Presentation;

// Actions; all return whether anything changed.
bool present_next(App *app);
bool present_back(App *app);
bool present_blank(App *app);
bool present_timer(App *app);
bool present_steps(App *app); // to the list of steps, and back
bool present_steps_move(App *app, int by);
bool present_steps_go(App *app);
bool present_vote(App *app);
bool present_ignore(App *app);

// Takes the key if the screen is blank or votes are being typed.
bool present_key(App *app, Key key);

// The question at hand: asked now, or settled just now. NULL: none.
const Question *present_question(const App *app);
// Are its words shown without the equation?
bool present_reads(const App *app);
const Poll *present_poll(const App *app, const Question *question);
// The time since the start, where it is asked for; else "".
const char *present_time(const App *app, Arena *arena);
// What the screen shows in place of the slide, or beside it, for the notes; NULL: nothing.
const char *present_shows(const App *app, Arena *arena);
// What is being asked of the presenter: "Votes before the talk (a 12 b 7): a 12_".
const char *present_prompt(const App *app, int columns, Arena *arena);

// The size of a screen on which nothing of the place at hand is cut: where it fits into
// `columns` x `rows`, one that does (slide.c).
typedef struct PresentNeed {
    int columns, rows;
} PresentNeed;
PresentNeed present_need(const App *app, int columns, int rows, Arena *arena);
