// A screen that is text with a rule above and the keys below, and can be scrolled. Its row has
// .text and .title and PAGE_SCREEN.
#pragma once

#include "tui/core/screen.h"

typedef struct Page { // the state of a screen that is one
    int top;          // first line shown
} Page;

enum { PAGE_WHEEL = 3 };

View page_draw;
ActionRun page_move;                  // of the screen on top
Condition page_is_more, page_goes_on; // than the screen shows at once; below what is shown

#define PAGE_SCREEN                                                                                \
    .size = sizeof(Page), .draw = page_draw, .move = page_move, .is_of_run = true,                 \
    .wheel = PAGE_WHEEL, .arrows = {.hint = "arrows:scroll", .rank = 1, .when = page_is_more}
