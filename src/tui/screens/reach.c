// A cell's way to all that it feeds, or back to all that it is made from, a line for each tensor.
#include "tui/core/screen.h"

#include "study/looks/typeset.h"
#include "terminal/text.h"
#include "walk/places/reach.h"

enum { MOST_NUMBERS = 8, LEVEL_INDENT = 2, MOST_LEVELS = 10, GAP = 2 };

typedef struct ReachView {
    int at; // the selected line
    Reach reach;
} ReachView;

SCREEN_STATE(ReachView, view_of, SCREEN_REACH)

static bool open(App *app, int way)
{
    return reach_open(&view_of(app)->reach, app->walk, app->walk->selected, (ReachWay)way);
}

static void close(void *state)
{
    reach_close(&((ReachView *)state)->reach);
}

// ---- keys ---------------------------------------------------------------------------------------

static int count(const App *app)
{
    return view_of(app)->reach.count;
}

static bool level(App *app, int by)
{
    ReachView *view = view_of(app);
    bool changed = reach_level(&view->reach, by);
    if (view->at >= view->reach.count) view->at = view->reach.count - 1;
    return changed;
}

// To the selected cells' operation.
static bool go(App *app, int by UNUSED)
{
    Cell cell = view_of(app)->reach.groups[view_of(app)->at].cells[0];
    if (!walk_is_open(app->walk, cell)) {
        app_say(app, false, "That is not computed yet at this point of the walk.");
        return true;
    }
    bool gone = walk_jump_to(app->walk, cell);
    if (gone) app_leave(app);
    if (gone) app_say(app, false, "'' goes back, Ctrl-N forward again.");
    return gone;
}

static bool has_levels(const App *app)
{
    const Reach *reach = &view_of(app)->reach;
    return reach->levels < reach->most;
}

// To an operation that is computed already.
static bool leads_somewhere(const App *app)
{
    const ReachView *view = view_of(app);
    return view->at < view->reach.count &&
           walk_is_open(app->walk, view->reach.groups[view->at].cells[0]);
}

static const Action actions[] = {
    {"Right l f", "open the next level", "There is no further level.", .run = level, .by = 1,
     .hint = "Right:next level", .rank = 2, .when = has_levels},
    {"Left h Backspace", "close the last level", "This is the first level.", .run = level,
     .by = -1},
    {"Enter", "go to its operation", .run = go, .hint = "Enter:go there", .rank = 3,
     .when = leads_somewhere},
    {"F", "back to the lesson", .run = leave_screen},
};

// ---- drawing ------------------------------------------------------------------------------------

// "= 2 4 4", or "to come".
static const char *numbers_of(Canvas *canvas, const ReachGroup *group)
{
    const Walk *walk = canvas->walk;
    Buf out = {.arena = canvas->arena};
    if (walk_hides(walk, group->cells[0])) return "= ?";
    if (!walk_is_open(walk, group->cells[0])) return "to come";
    buf_add_char(&out, '=');
    for (int i = 0; i < group->count && i < MOST_NUMBERS; i++) {
        buf_add_char(&out, ' ');
        if (walk_is_open(walk, group->cells[i]))
            typeset_value(&out, walk->trace->entries[group->cells[i].entry].call.output->dtype,
                          cell_value(walk->trace, group->cells[i]), walk->digits);
        else
            buf_add_char(&out, walk_hides(walk, group->cells[i]) ? '?' : '.');
    }
    if (group->count > MOST_NUMBERS) buf_add(&out, STR(" …"));
    return buf_text(&out);
}

// "  2   scores[1,:]"
static const char *name_of(Canvas *canvas, const ReachGroup *group)
{
    Buf name = {.arena = canvas->arena};
    int indent = group->level <= MOST_LEVELS ? group->level - 1 : MOST_LEVELS;
    buf_printf(&name, "%2d ", group->level);
    buf_add_repeat(&name, ' ', LEVEL_INDENT * indent);
    buf_add(&name,
            str_from(cells_name(canvas->walk->trace, group->cells, group->count, canvas->arena)));
    return buf_text(&name);
}

// How the cells are made; "" for what the program gave.
static const char *doc_of(Canvas *canvas, const ReachGroup *group)
{
    const Op *op = canvas->walk->trace->entries[group->cells[0].entry].call.op;
    return op->sources ? typeset(canvas->arena, op->doc) : "";
}

// Where the columns of the list begin; docs 0: not all of them fit, the selected one is below.
typedef struct ReachColumns {
    int numbers, docs;
} ReachColumns;

static ReachColumns columns_of(Canvas *canvas, int columns)
{
    const Reach *reach = &view_of(canvas->app)->reach;
    int name = 0, numbers = 0, doc = 0;
    for (int i = 0; i < reach->count; i++) {
        const ReachGroup *group = &reach->groups[i];
        const char *parts[] = {name_of(canvas, group), numbers_of(canvas, group),
                               doc_of(canvas, group)};
        int *widest[] = {&name, &numbers, &doc};
        for (int k = 0; k < 3; k++) {
            int width = frame_columns(parts[k]);
            if (width > *widest[k]) *widest[k] = width;
        }
    }
    ReachColumns at = {.numbers = 1 + name + GAP};
    if (at.numbers > columns / 2) at.numbers = columns / 2;
    at.docs = at.numbers + numbers + GAP;
    if (at.docs + doc > columns) at.docs = 0;
    return at;
}

static void draw_group(Canvas *canvas, Rect row, int i, bool selected, const void *columns)
{
    const ReachColumns *at = columns;
    const ReachGroup *group = &view_of(canvas->app)->reach.groups[i];
    Style style = selected ? BOLD : PLAIN;
    int left = row.column, end = at->docs ? at->docs - 1 : row.columns;
    frame_text(canvas->frame, row, left, row.row, style, selected ? STR(">") : STR(" "));
    canvas_put(canvas, (Rect){left + 1, row.row, at->numbers - 2, 1}, style,
               name_of(canvas, group));
    canvas_put(canvas, (Rect){left + at->numbers, row.row, end - at->numbers, 1}, style,
               numbers_of(canvas, group));
    if (at->docs)
        canvas_put(canvas, (Rect){left + at->docs, row.row, row.columns - at->docs, 1}, style,
                   doc_of(canvas, group));
}

static const char *note(const App *app)
{
    const Reach *reach = &view_of(app)->reach;
    bool dependents = reach->way == REACH_DEPENDENTS;
    if (app->message) return app->message;
    if (reach->levels < reach->most)
        return dependents ? "Right opens the next level, up to the outputs."
                          : "Right opens the next level, down to the inputs.";
    return reach->more ? "The search stopped here; there are more cells." : "That is all.";
}

// How the selected cells are made: in as many lines as the list leaves, else cut to one.
static Text how_text(Canvas *canvas, int columns, int rows)
{
    const Reach *reach = &view_of(canvas->app)->reach;
    const char *doc = doc_of(canvas, &reach->groups[view_of(canvas->app)->at]);
    Text text = {.arena = canvas->arena, .columns = columns};
    text_words(&text, QUIET, *doc ? "how: " : "", *doc ? doc : "given by the program");
    if (text.count <= 1 || reach->count + text.count <= rows) return text;
    Text cut = {.arena = canvas->arena, .columns = columns};
    const char *how = arena_printf(canvas->arena, "how: %s", doc);
    text_plain(&cut, QUIET, canvas_fit_text(canvas->arena, str_from(how), columns));
    return cut;
}

static void draw(Canvas *canvas, Rect part)
{
    const Reach *reach = &view_of(canvas->app)->reach;
    Arena *arena = canvas->arena;
    const char *name = cell_name(canvas->walk->trace, reach->from, arena);
    canvas_rule(
        canvas, part,
        arena_printf(
            arena, reach->way == REACH_DEPENDENTS ? "what %s feeds" : "what %s is made from", name),
        arena_printf(arena, "level %d of %d", reach->levels, reach->most));
    Rect last = {1, part.rows - 2, part.columns - 2, 1};
    ReachColumns columns = columns_of(canvas, last.columns);
    Text how = {0};
    if (!columns.docs) how = how_text(canvas, last.columns, part.rows - 3);
    text_draw(&how, canvas->frame, (Rect){1, last.row - how.count, last.columns, how.count}, 0);
    canvas_list(canvas, (Rect){1, 1, last.columns, part.rows - 3 - how.count}, reach->count,
                view_of(canvas->app)->at, screen_select, draw_group, &columns);
    canvas_put(canvas, last, QUIET, note(canvas->app));
    view_keys(canvas, (Rect){0, part.rows - 1, part.columns, 1});
}

const Screen reach_screen = {
    .keys = {"On the screen of dependents and sources", ACTION_ROWS(actions)},
    .size = sizeof(ReachView),
    .open = open,
    .count = count,
    .arrows = {.hint = "arrows:choose", .rank = 1},
    .close = close,
    .draw = draw,
    .is_of_run = true,
    .words = "what a number feeds or is made from",
};
