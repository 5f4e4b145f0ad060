// A page of text that can be scrolled, with a rule above it. The first line that is shown is kept
// within the text each time it is used, so the page stays valid when the window changes its size.
#include "tui/parts/page.h"

Rect page_area(const App *app)
{
    return (Rect){1, 1, app->columns - 2, app->rows - 2};
}

static int within(const App *app, const Text *text, int64_t top)
{
    int last = text->count - page_area(app).rows;
    if (top > last) top = last;
    return top < 0 ? 0 : (int)top;
}

void page_draw(Canvas *canvas, const char *title, ScreenId id, PageText *make)
{
    const App *app = canvas->app;
    const Page *page = app->state[id];
    Rect area = page_area(app);
    Text text = make(app, area.columns, canvas->arena);
    int top = within(app, &text, page->top), below = text.count - top - area.rows;
    const char *more =
        below > 0 ? arena_printf(canvas->arena, "%d more lines: PgDn", below) : "q: back";
    canvas_rule(canvas, (Rect){0, 0, app->columns, 1}, title, more);
    text_draw(&text, canvas->frame, area, top);
    canvas_cursor(canvas, area.column, area.row);
    canvas_last_row(canvas);
}

bool page_scroll(App *app, ScreenId id, PageText *make, int by)
{
    Page *page = app->state[id];
    Rect area = page_area(app);
    Text text = make(app, area.columns, app->scratch);
    int from = within(app, &text, page->top);
    page->top = within(app, &text, (int64_t)from + action_step_size(by, area.rows - 1));
    return page->top != from;
}

bool page_is_more(const App *app, PageText *make)
{
    Rect area = page_area(app);
    return make(app, area.columns, app->scratch).count > area.rows;
}

bool page_goes_on(const App *app, ScreenId id, PageText *make)
{
    const Page *page = app->state[id];
    Rect area = page_area(app);
    Text text = make(app, area.columns, app->scratch);
    return within(app, &text, page->top) + area.rows < text.count;
}
