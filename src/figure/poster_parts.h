// The equations of a walk laid out in lines and columns, for a poster of all of them (poster.c) and
// for the slide of a step (poster_slide.c). Sizes are natural, in points.
#pragma once

#include "figure/equation.h"
#include "figure/kind.h"

enum { MOST_COLUMNS = 5, MOST_ITEMS = 300 };

typedef struct PosterItem {
    const WalkPart *part;
    int number; // of its step, from 1, among those that show something
    FigureEquation equation;
    const char *code; // NULL where the equation says it all
    double width, height;
    double x, y; // of the equation's corner, once it is placed
    int line;    // that it stands in
} PosterItem;

typedef struct PosterLine {
    int first, end;              // items
    const char *title;           // of the step that begins with it, or NULL
    double width, height;        // without a heading
    double x, y;                 // of its corner, with the heading
    double gap_above, gap_below; // the middle between it and what stands above and below it
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

// Reads the parts of the request that say something. Errors: there is none; no such theme.
bool poster_read(Poster *poster, Figure *figure, const FigureRequest *request,
                 const Measure *measure, Error *error);

// Lines and columns so that all of it is as large as can be where `width` by `height` are free;
// only the proportion of the two counts.
void poster_arrange(Poster *poster, double width, double height);

const char *poster_describe(const Poster *poster);

void poster_draw(Poster *poster, double left, double top);

// Lines from the results to where each is used next, in the gaps between lines and columns; after
// all has been placed. (poster_links.c)
void poster_draw_links(const Poster *poster);

// What they take on the left of the first column; 0: there are none. (poster_links.c)
double poster_link_room(const Poster *poster);
