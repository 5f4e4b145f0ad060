// The outline as a tree that opens and closes. Its rows are a list in which each row is followed
// by what is inside it, up to `end`; a closed row is skipped by going on at its `end`. Loops that
// repeat the same operations and the construction of modules are closed at first.
#include "tui/screens/outline.h"

#include "tui/core/screen.h"
#include "tui/parts/fuzzy.h"
#include "walk/outline.h"

enum {
    FRAME_ROWS = 2,  // the rule above, the keys below
    NUMBER = 4,      // columns of the step number
    FIRST_DEPTH = 1, // calls down to here are open at first
};

typedef struct OutlineView {
    int at;     // the row that is selected
    bool *open; // which of so many rows are
    int count;
    Arena arena;
} OutlineView;

SCREEN_STATE(OutlineView, view_of, SCREEN_OUTLINE)

static void close(void *state)
{
    arena_free(&((OutlineView *)state)->arena);
}

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
    return has_inside(rows, at) && at < view_of(app)->count && view_of(app)->open[at];
}

// Loops and calls at the top are open at first. What is open stays so while there are as many rows.
static void keep_open(App *app, const OutlineRow *rows, int count)
{
    if (view_of(app)->count == count) return;
    arena_free(&view_of(app)->arena);
    view_of(app)->open = NEW_ARRAY(&view_of(app)->arena, bool, count + 1);
    view_of(app)->count = count;
    for (int i = 0; i < count; i++) {
        bool folded =
            rows[i].times > 0 || rows[i].is_step || outline_is_construction(app->walk, &rows[i]);
        view_of(app)->open[i] = rows[i].depth < FIRST_DEPTH && !folded;
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
    for (int i = row_around(rows, at); i >= 0; i = row_around(rows, i))
        view_of(app)->open[i] = true;
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
static bool open(App *app, int by)
{
    (void)by;
    OutlineRow *rows;
    Stage now = walk_stage(app->walk);
    int count = outline_rows(app->walk, app->scratch, &rows), here = 0;
    for (int i = 0; i < count; i++) {
        const Stage *stage = &rows[i].stage;
        bool same = stage->step == now.step && stage->entry == now.entry;
        if (same && stage->call == now.call) here = i;
    }
    keep_open(app, rows, count);
    open_around(app, rows, here);
    view_of(app)->at = here;
    return true;
}

static bool move(App *app, int by)
{
    OutlineRow *rows;
    int count = outline_rows(app->walk, app->scratch, &rows), *seen;
    int many = seen_rows(app, rows, count, app->scratch, &seen);
    int from = place_of(seen, many, view_of(app)->at);
    int64_t to = (int64_t)from + action_step_size(by, outline_page(app));
    if (to >= many) to = many - 1;
    if (to < 0) to = 0;
    view_of(app)->at = seen[to];
    return to != from;
}

// Takes the walk to the selected row.
static bool go(App *app)
{
    OutlineRow *rows;
    int count = outline_rows(app->walk, app->scratch, &rows);
    if (view_of(app)->at < count) walk_show(app->walk, &rows[view_of(app)->at].stage);
    app->lesson_scroll = SCROLL_FOLLOWS;
    return app_leave(app);
}

void outline_select(App *app, int row)
{
    OutlineRow *rows;
    int count = outline_rows(app->walk, app->scratch, &rows);
    keep_open(app, rows, count);
    if (row < count) open_around(app, rows, row);
    view_of(app)->at = row < count ? row : 0;
}

// Opens what is closed, else goes inside; closes what is open, else goes out.
static bool turn(App *app, int by)
{
    bool open = by > 0;
    OutlineRow *rows;
    int count = outline_rows(app->walk, app->scratch, &rows), at = view_of(app)->at;
    bool may = at < count && has_inside(rows, at), is = may && is_open(app, rows, at);
    int around = at < count ? row_around(rows, at) : -1;
    bool changed = true;
    if (may && is != open)
        view_of(app)->open[at] = open;
    else if (open && is)
        view_of(app)->at = at + 1;
    else if (!open && around >= 0)
        view_of(app)->at = around;
    else
        changed = false;
    return changed;
}

// ---- searching ----------------------------------------------------------------------------------

enum { SEARCHED_COLUMNS = 200 };

typedef struct Searching {
    const App *app;
    const OutlineRow *rows;
    Str wanted;
    Arena *arena;
    OutlineFound *found;
    int count;
} Searching;

// Of what is folded only one is searched: all say the same, and the first says what the fold says.
static void search_rows(Searching *search, int from, int end)
{
    for (int i = from; i < end; i = search->rows[i].end) {
        const OutlineRow *row = &search->rows[i], *inside = row;
        const char *line =
            outline_line(search->app->walk, row, 0, false, SEARCHED_COLUMNS, search->arena);
        Buf text = {.arena = search->arena};
        buf_add_one_line(&text, str_from(line));
        if (fuzzy_find_text(buf_str(&text), search->wanted, 0) >= 0)
            search->found[search->count++] = (OutlineFound){i, buf_text(&text)};
        if (row->times) inside = &search->rows[row->typical];
        search_rows(search, (int)(inside - search->rows) + 1, inside->end);
    }
}

int outline_search(const App *app, Str wanted, Arena *arena, OutlineFound **found)
{
    OutlineRow *rows;
    int count = outline_rows(app->walk, arena, &rows);
    *found = NEW_ARRAY(arena, OutlineFound, count + 1);
    Searching search = {app, rows, str_trim(wanted), arena, *found, 0};
    if (search.wanted.n) search_rows(&search, 0, count);
    return search.count;
}

int outline_next(App *app, const OutlineFound *found, int count, int at, int direction)
{
    bool back = direction < 0;
    int to = -1;
    for (int i = 0; i < count && !back && to < 0; i++) {
        if (found[i].row > at) to = i;
    }
    for (int i = count - 1; i >= 0 && back && to < 0; i--) {
        if (found[i].row < at) to = i;
    }
    if (to < 0) to = back ? count - 1 : 0;
    if (count == 0)
        app_say(app, false, "No row here says \"%s\".", app->wanted);
    else
        app_say(app, false, "%s: %d of %d. n goes on, N back.", app->wanted, to + 1, count);
    return count ? found[to].row : -1;
}

static bool search_on(App *app, int direction)
{
    if (!app->wanted) return false;
    OutlineFound *found;
    int count = outline_search(app, str_from(app->wanted), app->scratch, &found);
    int row = outline_next(app, found, count, view_of(app)->at, direction);
    if (row >= 0) outline_select(app, row);
    return true;
}

static bool has_searched(const App *app)
{
    return app->wanted != NULL;
}

static const Action actions[] = {
    {"Up k Backspace", "the row above", "This is the top.", .step = move, .by = -1},
    {"Down j Space", "the row below", "This is the end.", .step = move, .by = 1,
     .hint = "arrows:select, open", .rank = 1},
    {"Right l", "open the row, or go inside", "There is nothing inside.", .step = turn, .by = 1},
    {"Left h", "close the row, or go out", "This is the outermost.", .step = turn, .by = -1},
    {"/", "search the outline", .opens = SCREEN_PROMPT, .by = PROMPT_SEARCH, .hint = "/:find",
     .rank = 3},
    {"n", "the next row that says it", "You have not searched yet. / searches.", .step = search_on,
     .by = 1, .hint = "n:next found", .rank = 4, .when = has_searched},
    {"N", "the row before", "You have not searched yet. / searches.", .step = search_on, .by = -1},
    {"PgUp Ctrl-U", "a page up", "This is the top.", .step = move, .by = -PAGE},
    {"PgDn Ctrl-D", "a page down", "This is the end.", .step = move, .by = PAGE},
    {"Home gg", "the first row", "This is the top.", .step = move, .by = -FAR},
    {"End G", "the last row", "This is the end.", .step = move, .by = FAR},
    {"Enter", "go there, stepping into the calls around it", .run = go, .hint = "Enter:go there",
     .rank = 2},
    {"q Esc t", "back to the lesson", .run = app_leave, .hint = "q:back"},
};

// ---- drawing ----------------------------------------------------------------------------------

static void draw_row(Canvas *canvas, const OutlineRow *rows, int at, Rect area)
{
    const App *app = canvas->app;
    bool selected = at == view_of(app)->at, numbered = app->walk->lesson.step_count > 1;
    bool closed = has_inside(rows, at) && !is_open(app, rows, at);
    Style style = {.attributes = selected ? ATTR_BOLD : 0};
    const char *number =
        numbered ? arena_printf(canvas->arena, "%3d", rows[at].stage.step + 1) : "";
    int columns = area.columns - 2 - (numbered ? NUMBER : 0);
    const char *line =
        outline_line(canvas->walk, &rows[at], rows[at].depth, closed, columns, canvas->arena);
    frame_printf(canvas->frame, area, area.column, area.row, style, "%c%s%s%s",
                 selected ? '>' : ' ', number, numbered ? " " : "", line);
    if (!selected) return;
    canvas_cursor(canvas, area.column, area.row);
}

static bool select(App *app, int row)
{
    view_of(app)->at = row;
    return true;
}

static bool go_to(App *app, int row)
{
    return select(app, row) && go(app);
}

static void draw(Canvas *canvas, Rect part)
{
    OutlineRow *rows;
    int count = outline_rows(canvas->walk, canvas->arena, &rows), *seen;
    int many = seen_rows(canvas->app, rows, count, canvas->arena, &seen);
    int page = outline_page(canvas->app), at = place_of(seen, many, view_of(canvas->app)->at);
    int top = canvas_first_line(at, many, page);
    canvas_rule(canvas, part, "outline: code, shapes; + opens with Right",
                arena_printf(canvas->arena, "%d of %d", at + 1, many));
    for (int i = 0; i < page && top + i < many; i++) {
        Rect row = {0, 1 + i, part.columns, 1};
        draw_row(canvas, rows, seen[top + i], row);
        canvas_click(canvas, row, select, go_to, seen[top + i]);
    }
    canvas_last_row(canvas);
}

const Screen outline_screen = {
    .keys = {"On the outline", ACTION_ROWS(actions)},
    .size = sizeof(OutlineView),
    .keeps = true,
    .open = open,
    .close = close,
    .draw = draw,
    .is_of_run = true,
    .words = "the outline",
};
