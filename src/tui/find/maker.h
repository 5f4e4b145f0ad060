// What makes the offers of a prompt (offers.h): each kind of prompt has a maker, which adds what
// fits of what was typed.
#pragma once

#include "tui/find/offers.h"

enum { OFFER_EXACT = 10000 }; // a score above all fuzzy ones

typedef struct Maker {
    const App *app;
    const Walk *walk;
    Arena *arena;
    Str typed;
    Offers offers;
    size_t capacity;
} Maker;

// ---- offers.c ----

void maker_add(Maker *maker, Offer offer);
// Adds it if what is typed fits the text, or else the text with what stands on its right.
void maker_add_fitting(Maker *maker, Offer offer);

// ---- offer_places.c ----

// Places, each behind a verb: "go to step 2: Keys".
void maker_add_steps(Maker *maker, const char *verb);
void maker_add_tensors(Maker *maker, const char *verb, void (*take)(App *, const Offer *));
void maker_add_marks(Maker *maker, const char *verb);

void offer_places(Maker *maker);

// Taking a cell goes there; to_walk leaves the screen below as its own key leaves it.
void take_cell(App *app, const Offer *offer);
void to_walk(App *app);

// ---- offer_commands.c, offer_matrix.c ----

void offer_commands(Maker *maker);
// Places on a screen that shows one matrix or several. False: what is typed is a place there or
// nowhere, so nothing else is to be offered.
bool offer_matrix_places(Maker *maker);
// "go to a row, a column: …": what can be typed on the screen below; NULL: it shows no such places.
const char *matrix_places_title(const App *app);
