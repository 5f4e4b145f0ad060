// The outline as a tree that opens and closes. Its rows are a list in which each row is followed
// by what is inside it, up to `end`; a closed row is skipped by going on at its `end`. Loops that
// repeat the same operations and the construction of modules are closed at first.
#include "walk/places/outline.h"

#include "base/text/fuzzy.h"
#include "tui/parts/page.h"

enum {
    FRAME_ROWS = 2,  // the rule above, the keys below
    NUMBER = 4,      // columns of the step number
    FIRST_DEPTH = 1, // calls down to here are open at first
};

typedef struct OutlineView {
    int at;     // the row that is selected
    bool *open; // which of the `count` rows are
    int count;
    Arena arena;
} OutlineView;

SCREEN_STATE(OutlineView, view_of, SCREEN_OUTLINE)

// The rows there are, and the numbers of those that are seen, in order.
typedef struct SeenOutline {
    OutlineRow *rows;
    int count;
    int *seen, many;
    int place; // of the selected one among them
} SeenOutline;

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
static void keep_open(const App *app, const OutlineRow *rows, int count)
{
    OutlineView *view = view_of(app);
    if (view->count == count) return;
    arena_free(&view->arena);
    view->open = NEW_ARRAY(&view->arena, bool, count + 1);
    view->count = count;
    for (int i = 0; i < count; i++) {
        bool folded =
            rows[i].times > 0 || rows[i].is_step || outline_is_construction(app->walk, &rows[i]);
        view->open[i] = rows[i].depth < FIRST_DEPTH && !folded;
    }
}

static int row_around(const OutlineRow *rows, int at)
{
    int around = at - 1;
    while (around >= 0 && rows[around].end <= at) around--;
    return around;
}

static SeenOutline outline_now(const App *app, Arena *arena)
{
    SeenOutline made = {0};
    made.count = outline_rows(app->walk, arena, &made.rows);
    made.seen = NEW_ARRAY(arena, int, made.count + 1);
    for (int i = 0; i < made.count; i = is_open(app, made.rows, i) ? i + 1 : made.rows[i].end) {
        if (i <= view_of(app)->at) made.place = made.many;
        made.seen[made.many++] = i;
    }
    return made;
}

// Selects a row, and opens what it is in.
static bool show(App *app, int row)
{
    SeenOutline made = outline_now(app, app->scratch);
    keep_open(app, made.rows, made.count);
    view_of(app)->at = row < made.count ? row : 0;
    for (int i = row_around(made.rows, view_of(app)->at); i >= 0; i = row_around(made.rows, i))
        view_of(app)->open[i] = true;
    return true;
}

// ---- moving -------------------------------------------------------------------------------------

// What is shown now is the deepest row that has it: a call's own, or an operation's.
static bool open(App *app, int by UNUSED)
{
    Stage now = walk_stage(app->walk);
    SeenOutline made = outline_now(app, app->scratch);
    int here = 0;
    for (int i = 0; i < made.count; i++) {
        const Stage *stage = &made.rows[i].stage;
        bool same = stage->step == now.step && stage->entry == now.entry;
        if (same && stage->call == now.call) here = i;
    }
    return show(app, here);
}

static bool move(App *app, int move)
{
    SeenOutline made = outline_now(app, app->scratch);
    bool moved =
        action_step(&made.place, move_lines((Move)move, app->rows - FRAME_ROWS), made.many);
    view_of(app)->at = made.seen[made.place];
    return moved;
}

// Takes the walk to the selected row.
static bool go(App *app, int by UNUSED)
{
    SeenOutline made = outline_now(app, app->scratch);
    if (view_of(app)->at < made.count) walk_show(app->walk, &made.rows[view_of(app)->at].stage);
    app->lesson_scroll = SCROLL_FOLLOWS;
    return app_leave(app);
}

// Opens what is closed, else goes inside; closes what is open, else goes out.
static bool turn(App *app, int by)
{
    SeenOutline made = outline_now(app, app->scratch);
    bool opens = by > 0;
    int *at = &view_of(app)->at, around = *at < made.count ? row_around(made.rows, *at) : -1;
    bool may = *at < made.count && has_inside(made.rows, *at);
    bool is = may && is_open(app, made.rows, *at);
    if (may && is != opens)
        view_of(app)->open[*at] = opens;
    else if (opens && is)
        ++*at;
    else if (!opens && around >= 0)
        *at = around;
    else
        return false;
    return true;
}

// ---- searching ----------------------------------------------------------------------------------

typedef struct Searching {
    const App *app;
    const OutlineRow *rows;
    Str wanted;
    Arena *arena;
    RowFound *found;
    int count;
} Searching;

// Of what is folded only one is searched: all say the same, and the first says what the fold says.
static void search_rows(Searching *search, int from, int end)
{
    enum { SEARCHED_COLUMNS = 200 };
    for (int i = from; i < end; i = search->rows[i].end) {
        const OutlineRow *row = &search->rows[i], *inside = row;
        Buf text = {.arena = search->arena};
        buf_add_one_line(&text, str_from(outline_line(search->app->walk, row, 0, false,
                                                      SEARCHED_COLUMNS, search->arena)));
        if (fuzzy_find_text(buf_str(&text), search->wanted, 0) >= 0)
            search->found[search->count++] = (RowFound){i, buf_text(&text)};
        if (row->times) inside = &search->rows[row->typical];
        search_rows(search, (int)(inside - search->rows) + 1, inside->end);
    }
}

static int search(const App *app, Str wanted, Arena *arena, RowFound **found)
{
    OutlineRow *rows;
    int count = outline_rows(app->walk, arena, &rows);
    *found = NEW_ARRAY(arena, RowFound, count + 1);
    Searching now = {app, rows, str_trim(wanted), arena, *found, 0};
    if (now.wanted.n) search_rows(&now, 0, count);
    return now.count;
}

static const Action actions[] = {
    {"Right l", "open the row, or go inside", "There is nothing inside.", .run = turn, .by = 1},
    {"Left h", "close the row, or go out", "This is the outermost.", .run = turn, .by = -1},
    {"Enter", "go there, stepping into the calls around it", .run = go, .hint = "Enter:go there",
     .rank = 2},
};

// ---- drawing ----------------------------------------------------------------------------------

// Only those in sight are written: there may be thousands.
static List list_of(const App *app, const SeenOutline *made, int top, int rows, int columns,
                    Arena *arena)
{
    List list = {.text = {.arena = arena, .columns = columns}};
    bool numbered = app->walk->lesson.step_count > 1;
    for (int i = top; i < made->many && i < top + rows; i++) {
        const OutlineRow *row = &made->rows[made->seen[i]];
        bool closed = row->end > made->seen[i] + 1 && !is_open(app, made->rows, made->seen[i]);
        const char *number = numbered ? arena_printf(arena, "%3d ", row->stage.step + 1) : "";
        const char *line = outline_line(app->walk, row, row->depth, closed,
                                        columns - 2 - (numbered ? NUMBER : 0), arena);
        text_plain(&list.text, i == made->place ? BOLD : PLAIN,
                   arena_printf(arena, " %s%s", number, line));
        list_add(&list, i - top);
    }
    return list;
}

static int first_shown(const App *app, const SeenOutline *made)
{
    return canvas_first_line(made->place, made->many, app->rows - FRAME_ROWS);
}

static bool select(App *app, int row)
{
    SeenOutline made = outline_now(app, app->scratch);
    view_of(app)->at = made.seen[first_shown(app, &made) + row];
    return true;
}

// All of it.
static List list(const App *app, int columns, Arena *arena)
{
    SeenOutline made = outline_now(app, arena);
    return list_of(app, &made, 0, made.many, columns, arena);
}

static int entry_at(const App *app)
{
    return outline_now(app, app->scratch).place;
}

static bool pick(App *app, int entry)
{
    SeenOutline made = outline_now(app, app->scratch);
    return entry < made.many && show(app, made.seen[entry]);
}

static void draw(Canvas *canvas, Rect part)
{
    SeenOutline made = outline_now(canvas->app, canvas->arena);
    Rect area = {0, 1, part.columns, at_least(part.rows - FRAME_ROWS, 1)};
    canvas_rule(canvas, part, "outline: code, shapes; + opens with Right",
                arena_printf(canvas->arena, "%d of %d", made.place + 1, made.many));
    int top = first_shown(canvas->app, &made);
    List list = list_of(canvas->app, &made, top, area.rows, area.columns, canvas->arena);
    list_draw(canvas, &list, made.place - top, area, select);
    canvas_last_row(canvas);
}

const Screen outline_screen = {
    .keys = {"On the outline", ACTION_ROWS(actions)},
    .size = sizeof(OutlineView),
    .arena = offsetof(OutlineView, arena),
    .keeps = true,
    .open = open,
    .draw = draw,
    .list = list,
    .at = entry_at,
    .pick = pick,
    .search = search,
    .select = show,
    .move = move,
    .arrows = {.hint = "arrows:select, open", .rank = 1},
    .searched = "Code, calls and shapes",
    .is_of_run = true,
    .words = "the outline",
};
