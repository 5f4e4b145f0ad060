// What a prompt offers: each is a text, the key or the place of it, and what it does when it is
// taken. They are made anew from what is typed, the best first.
#pragma once

#include "tui/actions.h"
#include "tui/find/searching.h"

typedef struct Offer Offer;
struct Offer {
    const char *text;
    const char *right; // its keys, or where it is
    int score, order;  // the best first, what fits alike as it was made
    void (*take)(App *app, const Offer *offer);
    const char *completes; // what Tab types; NULL: `text`
    const Action *action;  // what `take` needs of these
    int number;
    Cell cell;
    int64_t row, column; // of the matrix on the screen
};

typedef struct Offers {
    Offer *list;
    int count;
    int first; // to be selected before the reader chooses
    // NULL, or why what was typed is not among them, and what it may have meant.
    const char *problem;
} Offers;

Offers offers_of(const App *app, Arena *arena);
