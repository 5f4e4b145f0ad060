// Boxes: what takes room in a figure. A box reaches from its point in four directions: the point of
// a matrix is the corner of its first cell, and labels reach beyond it; that of a text is its
// anchor. Boxes are measured as they are made, from the inside out; drawing gives all of them their
// places. What does not fit is made anew with less: see Concession.
#pragma once

#include "figure/page/pen.h"

typedef enum TextStyle { TEXT_PLAIN, TEXT_BOLD, TEXT_MONO } TextStyle;

typedef void (*BoxDraw)(const void *what, const Pen *pen, double x, double y);

typedef struct FigureBox {
    double left, right, above, below; // how far it reaches from its point
    double x, y;                      // its point, from that of the box that holds it
    BoxDraw draw;                     // NULL: it only holds others
    const void *what;
    FigureShape text;                      // of a text
    struct FigureBox *first, *last, *next; // what it holds, in the order in which it is drawn
} FigureBox;

static inline double box_width(const FigureBox *box)
{
    return box->left + box->right;
}
static inline double box_height(const FigureBox *box)
{
    return box->above + box->below;
}

// All in the pen's arena. An empty one, one that `draw` draws, and a text, in which `draw` is NULL.
FigureBox *box_new(const Pen *pen);
FigureBox *box_leaf(const Pen *pen, double width, double height, BoxDraw draw, const void *what);
FigureBox *box_text(const Pen *pen, TextStyle style, const char *text, double size, Align align,
                    Color color);

// Puts a box with its point at (x, y); below all that is in it, with left ends on one line; to the
// right of that, with points on one line. Each makes what holds it larger.
void box_put(FigureBox *into, FigureBox *box, double x, double y);
void box_below(FigureBox *into, FigureBox *box, double gap);
void box_beside(FigureBox *into, FigureBox *box, double gap);

// In rows of `columns`: points of a row are on one line, and so are those of a column.
FigureBox *box_grid(const Pen *pen, FigureBox *const *box, int count, int columns, double across,
                    double down);

// Side by side as long as there is room, then in a line below.
FigureBox *box_wrap(const Pen *pen, FigureBox *const *box, int count, double room, double across,
                    double down);

// What a figure gives up where its page is small, the least important first.
typedef enum Concession {
    GIVE_PLACES,     // heading and bar go to the sides that have room
    GIVE_HEADING,    // it is small
    GIVE_SUBTITLE,   // and has none
    GIVE_AXIS_NAMES, // "query", "key"
    GIVE_MATRIX,     // matrices nearly as large as they could be
    GIVE_BAR,
    GIVE_NUMBERS, // in the cells
    GIVE_LETTERS, // of a good size: labels are as small as can be read
    GIVE_TITLE,
    GIVE_HALF,   // of the shorter side of the page for the matrices
    GIVE_LABELS, // some cells have none
    CONCESSIONS
} Concession;

enum { ALL_CONCESSIONS = (1 << CONCESSIONS) - 1 };

static inline bool gives(unsigned given, Concession what)
{
    return given >> what & 1;
}

// Have the matrices enough of the page with these concessions? `share` is what they have of its
// shorter side, `largest` what they have where size is all; 0: not known yet.
bool box_is_large(double share, double largest, unsigned given);

// Lays it out with these concessions, at a scale that its letters have: is that good?
typedef bool LayoutTry(void *layout, unsigned given, double scale);

// From the usual scale down to the least, where letters may be small.
typedef struct LayoutScales {
    double usual, least, next; // next: from one that is tried to the next
} LayoutScales;

// Lays it out with the concessions, one bit each, with which it is good: of all it gets back as
// many as it can, the most important first. False: not even all of them make it good. It is tried
// with none first, then with all.
bool box_concede(LayoutTry *is_good, void *layout, LayoutScales scales);

// With its upper left corner there.
void box_draw(const FigureBox *box, const Pen *pen, double left, double top);
