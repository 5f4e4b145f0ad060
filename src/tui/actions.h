// What can be done: keys, hints of the key line, the help screen and what runs all come from the
// rows of a few tables, which stand in actions/.
#pragma once

#include "tui/app.h"

typedef bool Occasion(const App *app);

typedef struct Action {
    const char *keys;      // words as keys_of_word reads them, "Left h"
    const char *hint;      // of the key line, "Space:next"; NULL: none
    int rank;              // hints of higher rank give way first; 0 never does
    const char *help;      // one line
    const char *idle;      // said when there was nothing to do
    unsigned screens;      // where it works
    bool (*run)(App *app); // returns whether anything changed
    Occasion *when;        // what is hinted only on occasion; NULL: always
} Action;

typedef struct ActionGroup {
    const char *title; // heading of the help screen
    const Action *rows;
    int count;
} ActionGroup;

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
