// What a presenter's screen shows of the place at hand.
#pragma once

#include "terminal/text.h"
#include "tui/parts/equation.h"
#include "tui/present/present_layout.h"

typedef enum SlideShape {
    SLIDE_TEXT,    // there is no equation
    SLIDE_BESIDE,  // the whole equation on one band
    SLIDE_STACKED, // operands in one or more bands, and below them the result
    SLIDE_CUT,     // not all of it has room
} SlideShape;

typedef struct Slide {
    SlideShape shape;
    Equation equation; // all of it, whatever room there is; of a cut one, what fits
    PresentSize beside, stacked;
    int *bands; // of a stacked one: the first block of each
    int band_count;
    const char *code; // the code that the equation is about, or NULL
    int arithmetic;   // rows that the arithmetic takes, 0: there is none
    Text text;        // caption, question or prose
    PresentWish wish;
} Slide;

// For a screen of columns x rows.
Slide slide_of(const App *app, int columns, int rows, Arena *arena);

// Draws title, code, equation, arithmetic and words; returns where all parts stand
// (view_present.c).
PresentLayout slide_draw(Canvas *canvas, Rect area);

// Has an answer more words than stand beside its equation? Space then shows them on their own.
bool slide_reads_on(const App *app);

// A band of a stacked equation, and the rows that it takes.
Equation slide_band(const Slide *slide, int band);
int slide_band_rows(const Equation *band);

// Gives its equation so much air between the cells (PresentLayout.air).
void slide_spread(Slide *slide, int air, Arena *arena);
