// A page of text that can be scrolled, with a rule above it. The first line that is shown is kept
// within the text each time it is used, so the page stays valid when the window changes its size.
#include "tui/parts/page.h"

static Rect area_of(const App *app)
{
    return (Rect){1, 1, app->columns - 2, app->rows - 2};
}

// The text of a screen, and what of it is the first line.
static Text text_of(const App *app, ScreenId id, Arena *arena, int *top)
{
    Text text = screen_of(id)->text(app, area_of(app).columns, arena);
    const Page *page = app->state[id];
    *top = within(page->top, 0, text.count - area_of(app).rows);
    return text;
}

void page_draw(Canvas *canvas, Rect whole)
{
    int top;
    Rect area = area_of(canvas->app);
    Text text = text_of(canvas->app, canvas->screen, canvas->arena, &top);
    int below = text.count - top - area.rows;
    const Screen *screen = screen_of(canvas->screen);
    canvas_rule(canvas, whole,
                screen->title ? screen->title(canvas->app, canvas->arena) : screen->words,
                below > 0 ? arena_printf(canvas->arena, "%d more lines: PgDn", below) : "q: back");
    text_draw(&text, canvas->frame, area, top);
    canvas_cursor(canvas, area.column, area.row);
    canvas_last_row(canvas);
}

bool page_move(App *app, int move)
{
    int from, rows = area_of(app).rows;
    Page *page = app->state[app_top(app)];
    Text text = text_of(app, app_top(app), app->scratch, &from);
    page->top = within(from + move_lines((Move)move, rows - 1), 0, text.count - rows);
    return page->top != from;
}

bool page_is_more(const App *app)
{
    int top;
    return text_of(app, app_top(app), app->scratch, &top).count > area_of(app).rows;
}

bool page_goes_on(const App *app)
{
    int top;
    Text text = text_of(app, app_top(app), app->scratch, &top);
    return top + area_of(app).rows < text.count;
}
