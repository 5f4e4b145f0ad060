// A screen that is text with a rule above and the keys below. Its row has PAGE_SCREEN, .title, and
// .text, which can be scrolled, or .list, of which an entry is selected.
#pragma once

#include "tui/core/screen.h"

typedef struct Page { // the state of a screen that is one, or the beginning of it
    int at;           // first line shown; of a list the selected entry
} Page;

enum { PAGE_WHEEL = 3 };

View page_draw;
ActionRun page_move;                  // of the screen on top
Condition page_is_more, page_goes_on; // than the screen shows at once; below what is shown

// The lines from `line` on become an entry of the list.
void list_add(List *list, int line);
// A text in a column of that width, cut or with blanks behind it.
void list_column(Buf *line, const char *text, int columns);
// Draws it, as much as has room around entry `at`; a click on an entry selects it.
void list_draw(Canvas *canvas, const List *list, int at, Rect area, ActionRun *select);

#define PAGE_PARTS .draw = page_draw, .move = page_move

#define PAGE_SCREEN                                                                                \
    PAGE_PARTS, .size = sizeof(Page), .is_of_run = true, .wheel = PAGE_WHEEL,                      \
                .arrows = {.hint = "arrows:scroll", .rank = 1, .when = page_is_more}
