// What can be done: keys, hints of the key line, the help screen and what runs all come from the
// rows of a few tables, which stand in actions/.
#pragma once

#include "tui/app.h"

typedef bool Occasion(const App *app);

// What an action does; returns whether anything changed. Most come in pairs or more, up and down,
// next and previous: these are one DeedBy, and their rows say by how much.
typedef bool Deed(App *app);
typedef bool DeedBy(App *app, int by);

// By how much, where it is no small number.
enum { PAGE = 1 << 20, FAR = 1 << 30 }; // what the screen has room for; farther than anything goes

// What a step in a matrix goes by.
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
Offset move_offset(Move move, int page); // with pages of so many rows
int step_size(int by, int page);         // the same, of lines

typedef struct Action {
    const char *keys; // words as keys_of_word reads them, "Left h"
    const char *help; // one line
    const char *idle; // said when there was nothing to do; NULL: there always is
    unsigned screens; // where it works; 0: on those of its group
    Deed *run;        // or else
    DeedBy *step;     //   a step by
    int by;
    const char *hint; // of the key line, "Space:next"; NULL: none
    int rank;         // hints of higher rank give way first; 0 never does
    Occasion *when;   // what is hinted only on occasion; NULL: always
} Action;

typedef struct ActionGroup {
    const char *title; // heading of the help screen
    unsigned screens;
    const Action *rows;
    int count;
} ActionGroup;

unsigned action_screens(const Action *action);

extern const ActionGroup *const action_groups[]; // up to NULL

// The actions of all groups one by one, `i` from 0; NULL behind the last.
const Action *action_at(int i);
int action_count(void);

// What the key line says of it now, and how soon that gives way to others: NULL where it has no
// hint, or nothing to do.
const char *action_hint(const App *app, const Action *action, int *rank);

enum { ACTION_KEYS = 2 }; // most keys that one word stands for

// The action that the keys stand for on this screen. NULL: none; `*prefix` then tells whether they
// begin one.
const Action *action_find(const Key *keys, int count, unsigned screen, bool *prefix);
