// The help screen: the keys that work on the screen it was opened on, then the others, the signs,
// the mouse. One entry is selected, and can be run.
#pragma once

#include "terminal/text.h"
#include "tui/actions.h"

typedef struct HelpEntry {
    int line, end;        // its lines in the text
    const Action *action; // NULL: it explains a sign
} HelpEntry;

typedef struct Help {
    Text text;
    HelpEntry *entries;
    int count;
    size_t capacity;
} Help;

Help help_text(const App *app, int columns, Arena *arena);

// Where it stands on a screen of this size, and the first line shown.
Rect help_area(int columns, int rows);
int help_top(const App *app, const Help *help, Rect area);

// Actions.
bool help_move(App *app, int entries);
bool help_page(App *app, int direction);
bool help_run(App *app);               // does what the selected entry says, on the screen below
bool help_is_runnable(const App *app); // the selected entry, on that screen
bool help_at(App *app, int entry);
