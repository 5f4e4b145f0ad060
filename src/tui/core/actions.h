// What can be done: keys, hints of the key line, the help screen and what runs all come from rows
// of actions, which are with their screens.
#pragma once

#include "tui/core/app.h"

typedef bool Condition(const App *app);

// What an action does; returns whether anything changed. Most come in pairs or more, up and down,
// next and previous: these are one function, and their rows say by how much.
typedef bool ActionRun(App *app, int by);

enum {
    FAR = 1 << 30, // farther than anything goes
    // What a screen is opened with that the program itself opens as it starts: always, or only at
    // the beginning of the walk.
    AS_FIRST = FAR,
    AS_FIRST_AT_BEGINNING = -FAR,
    AS_LAST = FAR - 1, // that it opens at the end of a lesson
};

// Where a selection goes: in a matrix, in a list, in a text.
typedef enum Move {
    MOVE_LEFT,
    MOVE_RIGHT,
    MOVE_UP,
    MOVE_DOWN,
    MOVE_PAGE_UP,
    MOVE_PAGE_DOWN,
    MOVE_ROW_START,
    MOVE_ROW_END,
    MOVE_FIRST,
    MOVE_LAST,
} Move;

typedef struct Offset {
    int rows, columns;
} Offset;
Offset move_offset(Move move, int page); // with pages of `page` rows
int move_lines(Move move, int page);     // the same in one line after another

// The same among `count` tiles, so many in a row: where it goes from `at`, which may be nowhere.
int move_tiles(Move move, int at, int per_row, int count);

// Moves a place among `count` by a step, or to another one; false: it is there already, or there is
// no such place.
bool action_step(int *at, int by, int count);
bool action_select(int *at, int to, int count);

// What a hint says under a condition instead.
typedef struct OtherHint {
    Condition *when;
    const char *hint;
    int rank;
    const struct OtherHint *next; // to be tried where the condition is not met
} OtherHint;

typedef struct Action {
    const char *keys;         // words as keys_of_word reads them, "Left h"
    const char *help;         // one line
    const char *refusal;      // said when there was nothing to do; NULL: there always is
    unsigned screens;         // where it works; 0: on those of its group
    ScreenId opens;           // a screen, and closes it
    ActionRun *run;           // or else what it runs,
    int by;                   //   with this
    bool (*walk)(Walk *walk); // or a function of the walk,
    bool (*walk_by)(Walk *walk, int by);
    void (*first_key)(App *app, Key key); // the first of its two keys was pressed
    const char *hint;                     // of the key line, "Space:next"; NULL: none
    int rank;                             // hints of higher rank give way first; 0 never does
    Condition *when;                      // when it is hinted; NULL: always
    const OtherHint *other;
    bool reads;          // goes on with text that fills the screen; all others end it
    bool is_for_playing; // while the walk goes on by itself all others only stop it
} Action;

typedef struct ActionGroup {
    const char *title; // heading of the help screen
    const Action *rows;
    int count;
    unsigned screens; // 0: on the screen that has it
} ActionGroup;

// Behind the title: rows and how many there are.
#define ACTION_ROWS(table) .rows = (table), .count = ((int)(sizeof(table) / sizeof *(table)))

// The actions of all screens one by one, in the order of the help: NULL behind the last. Begins
// with zeroes.
typedef struct ActionEach {
    const ActionGroup *group;
    unsigned screens; // where the action works
    int screen, groups, row;
} ActionEach;
const Action *action_next(ActionEach *each);

const Action *action_at(int i); // number `i`, from 0
unsigned action_screens(const Action *action);

// What the key line says of it now, and how soon that gives way to others: NULL where it has no
// hint, or nothing to do.
const char *action_hint(const App *app, const Action *action, int *rank);

enum { ACTION_KEYS = 2 }; // most keys of one word

// The action of the keys on one of these screens. NULL: none; `*begun` is then the
// first one that they begin, or NULL.
const Action *action_find(const Key *keys, int count, unsigned screens, const Action **begun);
