// A text is scrolled by lines. Of a list as much is shown as is around the selected entry. What is
// shown is worked out anew each time, so that it is right when the window changes its size.
#include "tui/parts/page.h"

static Rect area_of(const App *app, ScreenId id)
{
    return (Rect){1, 1, app->columns - 2, app->rows - 2 - (screen_of(id)->foot != NULL)};
}

// What is on the screen, and the first line that is shown.
static List list_of(const App *app, ScreenId id, Arena *arena, int *top)
{
    Rect area = area_of(app, id);
    const Screen *screen = screen_of(id);
    const Page *page = app->state[id];
    List list = {0};
    if (screen->list)
        list = screen->list(app, area.columns, arena);
    else
        list.text = screen->text(app, area.columns, arena);
    *top = within(page->at, 0, list.text.count - area.rows);
    return list;
}

void list_add(List *list, int line)
{
    *ARENA_ADD(list->text.arena, list->entries, list->count) = (ListEntry){line, list->text.count};
}

void list_column(Buf *line, const char *text, int columns)
{
    const char *fitting = canvas_fit_text(line->arena, str_from(text), columns);
    buf_add(line, str_from(fitting));
    buf_add_repeat(line, ' ', columns - frame_columns(fitting));
}

static void draw_entry(Canvas *canvas, ListEntry entry, int i, bool selected, Rect area,
                       ActionRun *select)
{
    int first = at_least(entry.line, 0), end = at_most(entry.end, area.rows);
    Rect lines = {area.column, area.row + first, area.columns, end - first};
    if (lines.rows <= 0) return;
    canvas_select(canvas, lines, select, i);
    if (!selected) return;
    frame_text(canvas->frame, area, lines.column, lines.row, BOLD, STR(">"));
    canvas_cursor(canvas, lines.column, lines.row);
}

void list_draw(Canvas *canvas, const List *list, int at, Rect area, ActionRun *select)
{
    if (!list->count) return;
    int top = canvas_first_line(list->entries[at].line, list->text.count, area.rows);
    text_draw(&list->text, canvas->frame, area, top);
    for (int i = 0; i < list->count; i++) {
        ListEntry entry = {list->entries[i].line - top, list->entries[i].end - top};
        draw_entry(canvas, entry, i, i == at, area, select);
    }
}

void page_draw(Canvas *canvas, Rect whole)
{
    int top;
    const App *app = canvas->app;
    Arena *arena = canvas->arena;
    const Screen *screen = screen_of(canvas->screen);
    const Page *page = app->state[canvas->screen];
    Rect area = area_of(app, canvas->screen), foot = {1, whole.rows - 2, area.columns, 1};
    List list = list_of(app, canvas->screen, arena, &top);
    int below = list.text.count - top - area.rows;
    const char *right = list.count  ? arena_printf(arena, "%d of %d", page->at + 1, list.count)
                        : below > 0 ? arena_printf(arena, "%d more lines: PgDn", below)
                                    : "q: back";
    canvas_rule(canvas, whole, screen->title ? screen->title(app, arena) : screen->words, right);
    canvas_cursor(canvas, area.column, area.row);
    if (list.count)
        list_draw(canvas, &list, page->at, area, screen_select);
    else
        text_draw(&list.text, canvas->frame, area, top);
    if (screen->foot && !canvas_message(canvas, foot))
        canvas_put(canvas, foot, QUIET, screen->foot(app, arena));
    if (screen->foot)
        view_keys(canvas, (Rect){0, whole.rows - 1, whole.columns, 1});
    else
        canvas_last_row(canvas);
}

// As far as a page goes, from the selected entry.
static int page_from(const List *list, int at, int by, int rows)
{
    int line = list->entries[at].line;
    for (int to = at + by; to >= 0 && to < list->count; to += by) {
        if ((list->entries[to].line - line) * by >= rows) break;
        at = to;
    }
    return at;
}

bool page_move(App *app, int move)
{
    int from, rows = area_of(app, app_top(app)).rows;
    Page *page = app->state[app_top(app)];
    List list = list_of(app, app_top(app), app->scratch, &from);
    if (!list.count) {
        page->at = within(from + move_lines((Move)move, rows - 1), 0, list.text.count - rows);
        return page->at != from;
    }
    int to = page->at + move_lines((Move)move, 0);
    if (move == MOVE_PAGE_UP) to = page_from(&list, page->at, -1, rows);
    if (move == MOVE_PAGE_DOWN) to = page_from(&list, page->at, 1, rows);
    return action_select(&page->at, within(to, 0, list.count - 1), list.count);
}

bool page_is_more(const App *app)
{
    int top;
    Rect area = area_of(app, app_top(app));
    return list_of(app, app_top(app), app->scratch, &top).text.count > area.rows;
}

bool page_goes_on(const App *app)
{
    int top;
    List list = list_of(app, app_top(app), app->scratch, &top);
    return top + area_of(app, app_top(app)).rows < list.text.count;
}
