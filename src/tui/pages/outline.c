// The outline as a tree that opens and closes. Its rows are a list in which each row is followed
// by what is inside it, up to `end`; a closed row is skipped by going on at its `end`. Loops that
// repeat the same operations and the construction of modules are closed at first.
#include "tui/pages/outline.h"

#include "tui/actions.h"

#include "tui/view.h"
#include "walk/outline.h"

enum {
    FRAME_ROWS = 2,  // the rule above, the keys below
    NUMBER = 4,      // columns of the step number
    FIRST_DEPTH = 1, // calls down to here are open at first
};

static int outline_page(const App *app)
{
    return app->rows > FRAME_ROWS ? app->rows - FRAME_ROWS : 1;
}

// ---- what is open -------------------------------------------------------------------------------

static bool has_inside(const OutlineRow *rows, int at)
{
    return rows[at].end > at + 1;
}

static bool is_open(const App *app, const OutlineRow *rows, int at)
{
    return has_inside(rows, at) && at < app->outline_count && app->outline_open[at];
}

// Loops and calls at the top are open at first. What is open stays so while there are as many rows.
static void keep_open(App *app, const OutlineRow *rows, int count)
{
    if (app->outline_count == count) return;
    arena_free(&app->outline_arena);
    app->outline_open = NEW_ARRAY(&app->outline_arena, bool, count + 1);
    app->outline_count = count;
    for (int i = 0; i < count; i++) {
        bool folded = rows[i].times > 0 || outline_is_construction(app->walk, &rows[i]);
        app->outline_open[i] = rows[i].depth < FIRST_DEPTH && !folded;
    }
}

static int row_around(const OutlineRow *rows, int at)
{
    int around = at - 1;
    while (around >= 0 && rows[around].end <= at) around--;
    return around;
}

static void open_around(App *app, const OutlineRow *rows, int at)
{
    for (int i = row_around(rows, at); i >= 0; i = row_around(rows, i)) app->outline_open[i] = true;
}

static int row_after(const App *app, const OutlineRow *rows, int at)
{
    return is_open(app, rows, at) ? at + 1 : rows[at].end;
}

// The rows that are seen, in order.
static int seen_rows(const App *app, const OutlineRow *rows, int count, Arena *arena, int **seen)
{
    *seen = NEW_ARRAY(arena, int, count + 1);
    int many = 0;
    for (int i = 0; i < count; i = row_after(app, rows, i)) (*seen)[many++] = i;
    return many;
}

static int place_of(const int *seen, int many, int row)
{
    int place = 0;
    while (place + 1 < many && seen[place + 1] <= row) place++;
    return place;
}

// ---- moving -------------------------------------------------------------------------------------

// What is shown now is the deepest row that has it: a call's own, or an operation's.
void outline_show_here(App *app)
{
    Arena scratch = {0};
    OutlineRow *rows;
    Stage now = walk_stage(app->walk);
    int count = outline_rows(app->walk, &scratch, &rows), here = 0;
    for (int i = 0; i < count; i++) {
        const Stage *stage = &rows[i].stage;
        bool same = stage->step == now.step && stage->entry == now.entry;
        if (same && stage->call == now.call) here = i;
    }
    keep_open(app, rows, count);
    open_around(app, rows, here);
    app->outline_at = here;
    arena_free(&scratch);
}

bool outline_move(App *app, int by)
{
    Arena scratch = {0};
    OutlineRow *rows;
    int count = outline_rows(app->walk, &scratch, &rows), *seen;
    int many = seen_rows(app, rows, count, &scratch, &seen);
    int from = place_of(seen, many, app->outline_at);
    int64_t to = (int64_t)from + step_size(by, outline_page(app));
    if (to >= many) to = many - 1;
    if (to < 0) to = 0;
    app->outline_at = seen[to];
    arena_free(&scratch);
    return to != from;
}

void outline_go(App *app)
{
    Arena scratch = {0};
    OutlineRow *rows;
    int count = outline_rows(app->walk, &scratch, &rows);
    if (app->outline_at < count) walk_show(app->walk, &rows[app->outline_at].stage);
    app->lesson_scroll = SCROLL_FOLLOWS;
    arena_free(&scratch);
}

void outline_select(App *app, int row)
{
    Arena scratch = {0};
    OutlineRow *rows;
    int count = outline_rows(app->walk, &scratch, &rows);
    keep_open(app, rows, count);
    if (row < count) open_around(app, rows, row);
    app->outline_at = row < count ? row : 0;
    arena_free(&scratch);
}

bool outline_turn(App *app, int by)
{
    bool open = by > 0;
    Arena scratch = {0};
    OutlineRow *rows;
    int count = outline_rows(app->walk, &scratch, &rows), at = app->outline_at;
    bool may = at < count && has_inside(rows, at), is = may && is_open(app, rows, at);
    int around = at < count ? row_around(rows, at) : -1;
    bool changed = true;
    if (may && is != open)
        app->outline_open[at] = open;
    else if (open && is)
        app->outline_at = at + 1;
    else if (!open && around >= 0)
        app->outline_at = around;
    else
        changed = false;
    arena_free(&scratch);
    return changed;
}

// ---- drawing ----------------------------------------------------------------------------------

static void draw_row(Canvas *canvas, const OutlineRow *rows, int at, Rect area)
{
    const App *app = canvas->app;
    bool selected = at == app->outline_at, numbered = app->walk->lesson.step_count > 1;
    bool closed = has_inside(rows, at) && !is_open(app, rows, at);
    Style style = {.attributes = selected ? ATTR_BOLD : 0};
    const char *number = numbered ? text_printf(canvas->arena, "%3d", rows[at].stage.step + 1) : "";
    int columns = area.columns - 2 - (numbered ? NUMBER : 0);
    const char *line =
        outline_line(canvas->walk, &rows[at], rows[at].depth, closed, columns, canvas->arena);
    frame_printf(canvas->frame, area, area.column, area.row, style, "%c%s%s%s",
                 selected ? '>' : ' ', number, numbered ? " " : "", line);
    if (!selected) return;
    canvas->frame->cursor_column = area.column;
    canvas->frame->cursor_row = area.row;
}

static bool select(App *app, int row)
{
    app->outline_at = row;
    return true;
}

static bool go(App *app, int row)
{
    app->outline_at = row;
    outline_go(app);
    app->screen = app->home;
    return true;
}

void view_outline(Canvas *canvas, Rect part)
{
    OutlineRow *rows;
    int count = outline_rows(canvas->walk, canvas->arena, &rows), *seen;
    int many = seen_rows(canvas->app, rows, count, canvas->arena, &seen);
    int page = outline_page(canvas->app), at = place_of(seen, many, canvas->app->outline_at);
    int top = at - page / 2;
    if (top > many - page) top = many - page;
    if (top < 0) top = 0;
    canvas_rule(canvas, part, "outline: code, shapes; + opens with Right",
                text_printf(canvas->arena, "%d of %d", at + 1, many));
    for (int i = 0; i < page && top + i < many; i++) {
        Rect row = {0, 1 + i, part.columns, 1};
        draw_row(canvas, rows, seen[top + i], row);
        canvas_click(canvas, row, select, go, seen[top + i]);
    }
    canvas_last_row(canvas);
}
