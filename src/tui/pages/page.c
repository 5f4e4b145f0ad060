// A page of text that can be scrolled, with a rule above it. The first line that is shown is kept
// within the text each time it is used, so the page stays valid when the window changes its size.
#include "tui/pages/page.h"

#include "tui/actions.h"

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

void page_draw(Canvas *canvas, const char *title, const Text *text, int top)
{
    Rect area = page_area(canvas->app);
    top = within(canvas->app, text, top);
    int below = text->count - top - area.rows;
    const char *more =
        below > 0 ? text_printf(canvas->arena, "%d more lines: PgDn", below) : "q: back";
    canvas_rule(canvas, (Rect){0, 0, canvas->app->columns, 1}, title, more);
    text_draw(text, canvas->frame, area, top);
    canvas->frame->cursor_column = area.column;
    canvas->frame->cursor_row = area.row;
    canvas_last_row(canvas);
}

bool page_scroll(const App *app, const Text *text, int *top, int by)
{
    int from = within(app, text, *top);
    *top = within(app, text, (int64_t)from + step_size(by, page_area(app).rows - 1));
    return *top != from;
}
