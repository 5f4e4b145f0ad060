// Why: the page of the operation that made the selected cell.
#include "tui/actions/rows.h"
#include "tui/pages/scroll.h"

bool toggle_why(App *app)
{
    const Walk *walk = app->walk;
    bool leave = app->screen == ON_WHY;
    if (!leave && walk->selected.entry < 0) return false;
    if (!leave && !walk->trace->entries[walk->selected.entry].call.op->sources) return false;
    app->screen = leave ? app->home : ON_WHY;
    app->page_top = 0;
    return true;
}

static const Action on_why_rows[] = {
    {"Up k Backspace", "scroll up by a line", "This is the top.", .step = why_scroll, .by = -1},
    {"Down j Space", "scroll down by a line", "This is the end.", .step = why_scroll, .by = 1,
     .hint = "arrows:scroll", .rank = 1},
    {"PgUp Ctrl-U", "a page up", "This is the top.", .step = why_scroll, .by = -PAGE},
    {"PgDn Ctrl-D", "a page down", "This is the end.", .step = why_scroll, .by = PAGE},
    {"q Esc w", "back to the lesson", .run = toggle_why, .hint = "q:back"},
};

const ActionGroup on_why = {"On the why screen", ON_WHY, on_why_rows, ACTION_ROWS(on_why_rows)};
