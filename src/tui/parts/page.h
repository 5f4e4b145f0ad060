// A screen full of text with a rule above and the keys below, that can be scrolled.
#pragma once

#include "terminal/text.h"
#include "tui/core/screen.h"

// Its text, made anew each time, wrapped to so many columns.
typedef Text PageText(const App *app, int columns, Arena *arena);

typedef struct Page { // the state of a screen that is one
    int top;          // first line shown
} Page;

Rect page_area(const App *app);
void page_draw(Canvas *canvas, const char *title, ScreenId id, PageText *make);

// Moves by so many lines or pages; returns whether it moved.
bool page_scroll(App *app, ScreenId id, PageText *make, int by);
bool page_is_more(const App *app, PageText *make);              // than the screen shows at once
bool page_goes_on(const App *app, ScreenId id, PageText *make); // below what is shown

// Its rows of actions, where `scroll` calls page_scroll.
#define PAGE_ACTIONS(scroll, condition)                                                            \
    {"Up k Backspace", "scroll up by a line", "This is the top.", .step = scroll, .by = -1},       \
        {"Down j Space", "scroll down by a line", "This is the end.", .step = scroll,              \
         .by = 1,        .hint = "arrows:scroll", .rank = 1,          .when = condition},          \
        {"PgUp Ctrl-U", "a page up", "This is the top.", .step = scroll, .by = -PAGE},             \
    {                                                                                              \
        "PgDn Ctrl-D", "a page down", "This is the end.", .step = scroll, .by = PAGE               \
    }
enum { PAGE_WHEEL = 3 };
