// What a screen is. Those that are open are a stack (app.h): the last one has the keys, and leaving
// it shows the one below. A row that is not needed is left out.
#pragma once

#include "terminal/text.h"
#include "tui/core/actions.h"
#include "tui/core/canvas.h"

// A row that says what is looked for, of a screen that can be searched.
typedef struct RowFound {
    int row;
    const char *text;
} RowFound;

// A text of which parts can be selected, each some of its lines.
typedef struct ListEntry {
    int line, end;
} ListEntry;

typedef struct List {
    Text text;
    ListEntry *entries;
    int count;
} List;

typedef struct Screen {
    ActionGroup keys;               // its own: a heading of the help, and rows
    const ActionGroup *const *more; // further ones, up to NULL
    size_t size;                    // of its state, app->state[SCREEN_NAME]: zeroes when it opens
    size_t arena; // where an arena is in that, which is freed with it; 0: there is none
    bool keeps;   // but this one stays as it was left
    // Before it is on the stack; false: it cannot be opened, and may have said why. `by` is that of
    // the action.
    bool (*open)(App *app, int by);
    void (*close)(void *state); // gives up what the state holds; of one that keeps it, at the end
    View *draw;
    // Of a page (parts/page.h): what it says, or a list; its title (NULL: `words`); what is known
    // of the selected entry (NULL: there is no row for it).
    Text (*text)(const App *app, int columns, Arena *arena);
    List (*list)(const App *app, int columns, Arena *arena);
    const char *(*title)(const App *app, Arena *arena);
    const char *(*foot)(const App *app, Arena *arena);
    // Of what else has rows, and a state that begins with the number of the selected one: how many
    // there are, and what selects one (NULL: its number is all there is to it).
    int (*count)(const App *app);
    ActionRun *select;
    // What draws itself may have a list as well, for a page. Which of its entries is selected
    // (NULL: as above), and what selects one of them (NULL: `select`).
    int (*at)(const App *app);
    ActionRun *pick;
    ActionRun *move;  // of what is no such list: what arrows and pages do, by a Move
    OtherHint arrows; // of the key line
    // Of a list whose rows can be searched: those that say it, in order.
    int (*search)(const App *app, Str wanted, Arena *arena, RowFound **found);
    const char *searched; // "Code, calls and shapes"
    bool is_over;         // the screen below is drawn first, and can be clicked
    bool is_of_run;       // shows what another run of the program makes void
    bool takes_text;      // pasted text as well
    int wheel;            // lines that a turn of the wheel goes on by; 0: one
    // Takes a key, or the mouse, before its actions are asked. One that leaves and returns false
    // leaves the key to the screen below.
    bool (*key)(App *app, Key key);
    // The matrix that it shows, by its title where it gives it no name; NULL: the walk's.
    Subject (*subject)(const App *app, Arena *arena);
    bool shows_equation; // that of the walk
    // Selects a cell of the figure; `place` is that of its matrix in an equation, or its head.
    bool (*pick_cell)(App *app, int place, int row, int column);
    const char *words;                                      // what it is, for the presenter's notes
    const char *(*words_now)(const App *app, Arena *arena); // the same, of what it shows now
} Screen;

// Which there are, by their ids: to be said before anything else (screens/all.c does).
void screens_are(const Screen *const *all);
const Screen *screen_of(ScreenId id);

// What several screens share (moving.c): arrows, pages, the search of rows, the way back.
extern const ActionGroup moving;
extern const char ARROWS[]; // the hint of the arrows, of which the screen says what they move
ActionRun screen_move;      // by a Move
ActionRun screen_select;    // a row of its list
ActionRun screen_pick;      // an entry of what .list gives
int screen_at(const App *app, ScreenId id); // the selected one
ActionRun leave_screen;

// Defines the function that returns the state of a screen.
#define SCREEN_STATE(type, name, id)                                                               \
    static type *name(const App *app)                                                              \
    {                                                                                              \
        return app->state[id];                                                                     \
    }
