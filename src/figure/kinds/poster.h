// The equations of one step on a slide; the poster of all of them is a kind (poster.c).
#pragma once

#include "figure/kind.h"
#include "figure/parts/equation.h"

// The request's scale, on which the colours of all its parts mean the same.
ScaleOptions poster_scale(const FigureRequest *request, Arena *arena);

// Is a part of a walk drawn at all? What only hands a tensor on is not.
bool poster_shows(const FigureRequest *request, const WalkPart *part);

// Draws the parts of the request, which are of one step, on a page of the size that its look has:
// added to those that `figure` has already. Under the step's title they are as large as there is
// room. `number`: of the step; `continued`: it has begun on the page before. `*smallest`: the size
// of its smallest text; 0: it has none. Errors as the kinds'.
bool poster_draw_slide(Figure *figure, const FigureRequest *request, int number, bool continued,
                       const Measure *measure, double *smallest, Error *error);

// The walk as a movement: one equation after the other (walk_movement.c).
bool walk_move(FigureFrames *frames, const FigureRequest *request, const Pen *pen, Error *error);

// ---- for poster_links.c -------------------------------------------------------------------------
//
// The equations laid out in lines and columns. Sizes are natural, in points.

enum { MOST_COLUMNS = 5, MOST_ITEMS = 300 };

typedef struct PosterItem {
    const WalkPart *part;
    int number; // of its step, from 1, among those that show something
    FigureEquation equation;
    const char *code; // NULL where the equation says it all
    double width, height;
    double x, y; // of the equation's corner, once it is placed
    int line;    // that it is in
} PosterItem;

typedef struct PosterLine {
    int first, end;              // items
    const char *title;           // of the step that begins with it, or NULL
    double width, height;        // without a heading
    double x, y;                 // of its corner, with the heading
    double gap_above, gap_below; // the middle between it and what is above and below it
    int column;
} PosterLine;

typedef struct PosterColumn {
    int first, end; // lines
    double x, width, height;
} PosterColumn;

typedef struct Poster {
    Pen pen;
    const FigureRequest *request;
    bool untitled; // the steps have no headings
    PosterItem *item;
    int item_count;
    PosterLine *line;
    int line_count;
    PosterColumn column[MOST_COLUMNS];
    int columns;
    double width, height;
} Poster;

// Lines from the results to where each is used next, in the gaps between lines and columns; after
// all has been placed.
void poster_draw_links(const Poster *poster);

// What they take on the left of the first column; 0: there are none.
double poster_link_room(const Poster *poster);
