// The rows, or the columns, of a matrix that are shown where not all have room.
#pragma once

#include "figure/pen.h"
#include "trace/trace.h"

enum { MOST_LINES = 12 };

typedef struct Excerpt {
    int64_t at[MOST_LINES]; // in order; -1 stands for those left out
    int count;
    const char *label[MOST_LINES]; // "" where there is none
    double widest;                 // of the labels, in font sizes
} Excerpt;

// Of `count` lines at most `most`: the first ones, `keep` and the last one.
void excerpt_choose(Excerpt *lines, int64_t count, int most, int64_t keep);

// The labels along dimension `dim` of an entry's output, where it has names; -1: none.
void excerpt_label(Excerpt *lines, const Trace *trace, int entry, int dim, const Pen *pen);

int excerpt_find(const Excerpt *lines, int64_t at); // its position among those shown, or -1

// One of them, and all together, when those that are shown take `side` units each.
double excerpt_side(const Excerpt *lines, int i, double side);
double excerpt_extent(const Excerpt *lines, double side);
