// Where everything stands on the screen of a presenter: one idea, plain and large. A pure function,
// as layout.h. What is missing on a small screen goes in this order: the progress bar, the blank
// rows, the code, the caption, the arithmetic.
#pragma once

#include "terminal/frame.h"

typedef enum PresentPart {
    PRESENT_TITLE,
    PRESENT_CODE,
    PRESENT_EQUATION,
    PRESENT_ARITHMETIC,
    PRESENT_TEXT, // the caption of an equation, a question, prose
    PRESENT_PROGRESS,
    PRESENT_KEYS,
    PRESENT_PARTS,
} PresentPart;

// Rows that the contents would like; 0: there is no such thing here.
typedef struct PresentWish {
    int equation, arithmetic, text;
    bool code;
    bool text_matters; // a question: the equation gives way to it
} PresentWish;

enum { PRESENT_MARGIN = 2 }; // blank columns on either side

// Empty parts (0 rows) are not shown; all are on a screen that is too small.
typedef struct PresentLayout {
    Rect part[PRESENT_PARTS];
} PresentLayout;

PresentLayout present_layout(int columns, int rows, PresentWish wish);

// Rows that a screen must have to show an equation of so many rows with its arithmetic.
int present_rows_for(int equation, int arithmetic);
