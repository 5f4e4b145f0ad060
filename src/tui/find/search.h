// Searching a lesson: its titles, its text and code, the names of its tensors and the labels of
// their rows and columns. "=4" finds the cells that show a 4, among those computed so far.
//
// What the reader has not come to is searched as the lesson first shows it, so that a search never
// gives an answer away.
#pragma once

#include "tui/app.h"

typedef struct Found {
    int step;
    int statement;     // in code: of the trace, else -1
    int occurrence;    // in the text of the step: which one, else -1
    Cell cell;         // of a tensor; entry -1: none
    const char *text;  // the line it stands in, or what it is
    const char *where; // "step 4, code"
} Found;

enum { MOST_FOUND = 1000 };

// Everything that fits, in the order of the lesson, at most MOST_FOUND.
int search(const App *app, Str wanted, Arena *arena, Found **found);

// The first that is found at the place of the walk, or behind it.
int search_from_here(const App *app, const Found *found, int count);

// Goes there, and says which of how many it is.
void search_go(App *app, Str wanted, const Found *found, int at, int count);

// Once more the search that was last entered, onwards or back. False: there was none.
bool search_next(App *app);
bool search_previous(App *app);
