// Why: the page of the operation that made the selected cell.
#include "tui/pages/why.h"
#include "tui/actions/rows.h"

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

static bool why_up(App *app)
{
    return why_scroll(app, -1);
}

static bool why_down(App *app)
{
    return why_scroll(app, 1);
}

static bool why_page_up(App *app)
{
    return why_scroll(app, -(app->rows - 3));
}

static bool why_page_down(App *app)
{
    return why_scroll(app, app->rows - 3);
}

static const Action on_why_rows[] = {
    {"Up k Backspace", NULL, 0, "scroll up by a line", "This is the top.", ON_WHY, why_up, NULL},
    {"Down j Space", "arrows:scroll", 1, "scroll down by a line", "This is the end.", ON_WHY,
     why_down, NULL},
    {"PgUp Ctrl-U", NULL, 0, "a page up", "This is the top.", ON_WHY, why_page_up, NULL},
    {"PgDn Ctrl-D", NULL, 0, "a page down", "This is the end.", ON_WHY, why_page_down, NULL},
    {"q Esc w", "q:back", 0, "back to the lesson", NULL, ON_WHY, toggle_why, NULL},
};

const ActionGroup on_why = {"On the why screen", on_why_rows, ACTION_ROWS(on_why_rows)};
