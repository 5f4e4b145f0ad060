// A screen that is text with a rule above and the keys below, and can be scrolled. Its row has
// .text and .title and PAGE_SCREEN; its own actions begin with PAGE_ACTIONS.
#pragma once

#include "tui/core/screen.h"

typedef struct Page { // the state of a screen that is one
    int top;          // first line shown
} Page;

enum { PAGE_WHEEL = 3 };

View page_draw;
DeedBy page_scroll;                   // of the screen on top
Condition page_is_more, page_goes_on; // than the screen shows at once; below what is shown

#define PAGE_SCREEN .size = sizeof(Page), .draw = page_draw, .is_of_run = true, .wheel = PAGE_WHEEL

#define PAGE_ACTIONS(condition)                                                                    \
    {"Up k Backspace", "scroll up by a line", "This is the top.", .step = page_scroll, .by = -1},  \
        {"Down j Space", "scroll down by a line", "This is the end.", .step = page_scroll,         \
         .by = 1,        .hint = "arrows:scroll", .rank = 1,          .when = condition},          \
        {"PgUp Ctrl-U", "a page up", "This is the top.", .step = page_scroll, .by = -PAGE},        \
    {                                                                                              \
        "PgDn Ctrl-D", "a page down", "This is the end.", .step = page_scroll, .by = PAGE          \
    }
