// The page that a listing opens on: what is in the program, and a way to each of it. Enter goes to
// the operation, computed. Keys that are not the page's own leave it and act on the walk.
#include "tui/screens/shared.h"

#include "tui/parts/page.h"
#include "walk/heads.h"
#include "walk/places/go.h"

#include <string.h>

typedef struct ContentsView {
    int at; // the selected row
    ContentsFor wanted;
    const Trace *trace; // that the rows are of
    int entries;        // of it
    int stage, substep; // of the walk
    ContentsRow *rows;
    int all, count; // rows there are, and are shown
    Arena arena;
} ContentsView;

SCREEN_STATE(ContentsView, view_of, SCREEN_CONTENTS)

// ---- opening ------------------------------------------------------------------------------------

static int count_attention(const ContentsRow *rows, int count)
{
    int found = 0;
    while (found < count && rows[found].kind == CONTENTS_ATTENTION) found++;
    return found;
}

static bool is_read(const ContentsView *view, const Walk *walk)
{
    const Trace *trace = walk->trace;
    bool is_here = view->stage == walk->at.stage && view->substep == walk->at.substep;
    return view->trace == trace && view->entries == trace->entry_count &&
           (is_here || walk_is_listing(walk));
}

// Read once for each run; in a lesson for each place, since the attention that was met last is
// shown, and not what is to come.
static ContentsView *read_now(const App *app)
{
    ContentsView *view = view_of(app);
    const Walk *walk = app->walk;
    if (is_read(view, walk)) return view;
    arena_free(&view->arena);
    view->trace = walk->trace;
    view->entries = walk->trace->entry_count;
    view->stage = walk->at.stage;
    view->substep = walk->at.substep;
    view->count = view->all = contents_of(walk->trace, walk_sight(walk), &view->arena, &view->rows);
    return view;
}

int contents_attention(const App *app, const ContentsRow **rows)
{
    const ContentsView *view = read_now(app);
    *rows = view->rows;
    return count_attention(view->rows, view->all);
}

static bool show_row(App *app, const ContentsRow *row);

// As the first screen: of a listing only. If there is one row alone it goes there.
static bool open(App *app, int by)
{
    bool first = by == AS_FIRST || by == AS_FIRST_AT_BEGINNING;
    const Walk *walk = app->walk;
    bool begins = walk->at.stage == 0 && walk->at.substep == 0 && !walk->ran.error.set;
    if (first && (!walk_is_listing(walk) || (by == AS_FIRST_AT_BEGINNING && !begins))) return false;
    ContentsView *view = read_now(app);
    view->wanted = first ? FOR_ALL : (ContentsFor)by;
    int attention = count_attention(view->rows, view->all);
    view->count = view->wanted == FOR_ALL ? view->all : attention;
    if (view->at >= view->count) view->at = 0;
    for (int i = 0; i < attention; i++) {
        if (view->rows[i].entry == app->walk->at.selected.entry) view->at = i;
    }
    bool is_one = first && view->count == 1;
    if (is_one) show_row(app, view->rows);
    return view->count > 0 && !is_one;
}

// ---- going --------------------------------------------------------------------------------------

static bool show_module(App *app, const ContentsRow *row)
{
    const Call *call = app->walk->trace->calls[row->call];
    const Statement *statement = &app->walk->trace->statements[call->statement];
    const Stage line = {
        .step = statement->step, .statement = call->statement, .entry = -1, .call = row->call};
    walk_show_computed(app->walk, &line);
    return app_say(app, false, "%s. %s'' goes back, C: the contents.", row->name,
                   walk_call(app->walk) ? "s steps into it, " : "");
}

static bool show_row(App *app, const ContentsRow *row)
{
    app_go_home(app);
    if (row->kind == CONTENTS_MODULE) return show_module(app, row);
    if (!walk_compute(app->walk, (Cell){.entry = row->entry}))
        walk_visit_cell(app->walk, (Cell){.entry = row->entry});
    return app_say(app, false, "%s. '' goes back, C: the contents.", row->name);
}

// The attention of a row; of a module the first that is in it. NULL: there is none.
static const ContentsRow *attention_of_row(const App *app, const ContentsRow *row)
{
    const ContentsView *view = view_of(app);
    if (row->kind == CONTENTS_ATTENTION) return row;
    size_t length = row->path ? strlen(row->path) : 0;
    for (int i = 0; i < count_attention(view->rows, view->count); i++) {
        const char *path = view->rows[i].path;
        bool inside = path && length && strncmp(path, row->path, length) == 0;
        if (inside && (!path[length] || strchr(".[", path[length]))) return &view->rows[i];
    }
    return NULL;
}

// No causal mask hides anything from it.
static void select_last_query(App *app, int entry)
{
    const Shape *shape = &app->walk->trace->entries[entry].call.output->shape;
    Cell cell = {.entry = entry};
    cell.at.at[shape->ndim - 2] = shape->dim[shape->ndim - 2] - 1;
    walk_select(app->walk, cell);
}

static bool has_one_head(App *app, const ContentsRow *row, int screen)
{
    if (screen != SCREEN_HEADS || heads_are_several(app->walk, row->entry)) return false;
    return app_say(app, false, "%s: one head alone. T draws it as lines.", row->name);
}

static bool open_over_attention(App *app, int screen)
{
    const ContentsView *view = view_of(app);
    const ContentsRow *row = attention_of_row(app, &view->rows[view->at]);
    if (!row) return false;
    if (has_one_head(app, row, screen)) return true;
    show_row(app, row);
    select_last_query(app, row->entry);
    app->message = NULL;
    return app_open(app, (ScreenId)screen, 0);
}

static bool go(App *app, int by UNUSED)
{
    static const ScreenId SCREENS_FOR[] = {[FOR_HEADS] = SCREEN_HEADS, [FOR_LINES] = SCREEN_FLOW};
    const ContentsView *view = view_of(app);
    if (view->wanted != FOR_ALL) return open_over_attention(app, (int)SCREENS_FOR[view->wanted]);
    return show_row(app, &view->rows[view->at]);
}

// In a lesson a step to come is not gone to unless it was chosen.
static bool is_to_come(App *app, const ContentsRow *row)
{
    const Walk *walk = app->walk;
    if (walk_is_listing(walk) || walk_open_count(walk, row->entry) > 0) return false;
    return app_say(app, false,
                   "The only attention matrix is %s, in step %d: it is not computed yet.",
                   row->name, walk_step_of(walk, row->entry) + 1);
}

bool contents_offer(App *app, ContentsFor wanted)
{
    const ContentsRow *rows;
    bool is_one = contents_attention(app, &rows) == 1;
    if (is_one && wanted == FOR_HEADS && has_one_head(app, rows, SCREEN_HEADS)) return true;
    if (is_one && is_to_come(app, rows)) return true;
    if (!app_open(app, SCREEN_CONTENTS, (int)wanted)) return false;
    if (view_of(app)->count == 1) return go(app, 0);
    return true;
}

// ---- keys ---------------------------------------------------------------------------------------

static bool has_attention(const App *app)
{
    const ContentsView *view = view_of(app);
    return app_top(app) == SCREEN_CONTENTS && attention_of_row(app, &view->rows[view->at]);
}

static bool show(App *app, int screen)
{
    if (!open_over_attention(app, screen)) app_say(app, false, "No attention matrix is in there.");
    return true;
}

static const char none_there[] =
    "This program has no attention matrix, no module and no parameter to list.";

static const Action actions[] = {
    {"C", "what is in the program: its attention matrices, modules and weights", none_there,
     .screens = ON_WALK | ON_LARGE | ON_HEADS | ON_FLOW | ON_SURVEY, .opens = SCREEN_CONTENTS},
    {"Enter", "go there, computed", .run = go, .hint = "Enter:go there", .rank = 1},
    {"H", "its attention heads side by side", .run = show, .by = SCREEN_HEADS, .hint = "H:heads",
     .rank = 3, .when = has_attention},
    {"T", "its attention as lines", .run = show, .by = SCREEN_FLOW, .hint = "T:lines", .rank = 4,
     .when = has_attention},
    {"q Esc C", "the walk", .run = leave_screen, .hint = "Space:walk", .rank = 2},
};

// What is no key of the page belongs to the walk below it.
static bool take_key(App *app, Key key)
{
    const Action *begun;
    bool is_mouse = key.code >= KEYCODE_CLICK && key.code <= KEYCODE_DRAG;
    bool is_own = action_find(&key, 1, ON_CONTENTS, &begun) || begun;
    if (is_own || is_mouse) return false;
    if (key.code == ' ') return app_leave(app);
    app_leave(app);
    return false;
}

// ---- drawing ------------------------------------------------------------------------------------

static const char *const HEADINGS[CONTENTS_KINDS] = {
    [CONTENTS_ATTENTION] = "attention matrices",
    [CONTENTS_MODULE] = "modules",
    [CONTENTS_WEIGHTS] = "weights",
};

static List list(const App *app, int columns, Arena *arena)
{
    enum { GAP = 3 };
    const ContentsView *view = view_of(app);
    List list = {.text = {.arena = arena, .columns = columns}};
    int names = 0;
    for (int i = 0; i < view->count; i++)
        names = at_least(frame_columns(view->rows[i].name), names);
    names = at_most(names, columns * 3 / 5);
    for (int i = 0; i < view->count; i++) {
        const ContentsRow *row = &view->rows[i];
        Buf line = {.arena = arena};
        if (i == 0 || row->kind != row[-1].kind) {
            text_blank(&list.text);
            text_plain(&list.text, (Style){.ink = INK_ACCENT}, HEADINGS[row->kind]);
        }
        buf_add(&line, STR("  "));
        list_column(&line, row->name, names + GAP);
        buf_add(&line,
                str_from(canvas_fit_text(arena, str_from(row->about), columns - names - GAP - 2)));
        text_plain(&list.text, i == view->at ? BOLD : PLAIN, buf_text(&line));
        list_add(&list, list.text.count - 1);
    }
    return list;
}

static const char *title(const App *app, Arena *arena)
{
    switch (view_of(app)->wanted) {
    case FOR_HEADS: return "no heads at hand: the attention matrices of the program";
    case FOR_LINES: return "no attention weights at hand: those of the program";
    default: return arena_printf(arena, "what is in %s", app->walk->lesson.title);
    }
}

const Screen contents_screen = {
    .keys = {"What is in the program", ACTION_ROWS(actions)},
    .size = sizeof(ContentsView),
    .keeps = true,
    .open = open,
    PAGE_PARTS,
    .list = list,
    .title = title,
    .arrows = {.hint = "arrows:select", .rank = 2},
    .arena = offsetof(ContentsView, arena),
    .is_of_run = true,
    .key = take_key,
    .words = "what is in the program",
};
