// Where everything is on the screen of a presenter: one idea, plain and large. A pure function,
// as layout.h.
//
// Titles, code, arithmetic and words begin at the left edge of a page in the middle of the screen;
// so does the equation, which is centred where it is wider. All of it is a little above the
// middle, and stays there while a step goes on: room is kept for the words that come. On a large
// screen there is air between the cells of the equation; on a small one things go in this order:
// the blank rows, the code, the caption, the arithmetic. Progress and keys share the last row.
#pragma once

#include "terminal/frame.h"

typedef enum PresentPart {
    PRESENT_TITLE,
    PRESENT_CODE,
    PRESENT_EQUATION,
    PRESENT_ARITHMETIC,
    PRESENT_TEXT, // the caption of an equation, a question, prose
    PRESENT_FOOT, // progress, keys, what there is to say or to type
    PRESENT_PARTS,
} PresentPart;

enum {
    PRESENT_MARGIN = 2, // blank columns on either side, at least
    PRESENT_AIRS = 5,   // how far the cells of an equation may be apart
};

typedef struct PresentSize {
    int columns, rows;
} PresentSize;

// What the contents would like; no rows: there is no such thing here.
typedef struct PresentWish {
    PresentSize equation[PRESENT_AIRS]; // without air, and with more and more of it
    int arithmetic, text;               // rows
    bool code;
    bool text_matters; // a question: the equation gives way to it
} PresentWish;

// Empty parts (0 rows) are not shown; all are on a screen that is too small.
typedef struct PresentLayout {
    Rect part[PRESENT_PARTS];
    int air; // of the equation
} PresentLayout;

PresentLayout present_layout(int columns, int rows, PresentWish wish);

// Beside the lesson of the notes: what the screen of the presenter shows, and what it shows next.
enum { NOTES_WALLS = 2 };

// Narrows the lesson and gives each of them a rule and the rows of a slide below it; none (0 rows)
// where that takes too much.
void present_walls(Rect *lesson, Rect walls[NOTES_WALLS]);

// Columns of the page that everything but a wide equation keeps to.
int present_page_columns(int columns);

// Rows that a screen must have to show an equation of that height with its arithmetic.
int present_rows_for(int equation, int arithmetic);
