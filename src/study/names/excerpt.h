// Which rows, or which columns, of a matrix are shown where there is no room for all; one of them
// is to be seen in any case.
//
// Where a reader can go on, a window of neighbours is shown. On paper, where a reader cannot, the
// ends of the matrix are shown too, and "…" represents what is between.
#pragma once

#include "base/buf.h"

#include <stdint.h>

typedef struct Span64 { // positions [first, first + count) of a dimension
    int64_t first, count;
} Span64;

// Of `size` positions at most `room`: the page that `keep` is on. Pages are whole, so that the
// window stays while the selection moves inside it.
Span64 excerpt_page(int64_t size, int64_t room, int64_t keep);

// The window that has `keep` in it and is nearest to the one that begins at `first`.
Span64 excerpt_scrolled(int64_t size, int64_t room, int64_t keep, int64_t first);

// "rows 3-12 of 40", counted from 0 as the labels are; "" where all are shown.
const char *excerpt_note(const char *what, Span64 shown, int64_t size, Arena *arena);

enum { MOST_LINES = 12 };

typedef struct Excerpt {
    int64_t at[MOST_LINES]; // in order; -1 represents those left out
    int count;
} Excerpt;

// The first ones, `keep` and the last one, at most `room` with the gaps.
Excerpt excerpt_ends(int64_t size, int room, int64_t keep);

int excerpt_find(const Excerpt *lines, int64_t at); // its position among those shown, or -1
