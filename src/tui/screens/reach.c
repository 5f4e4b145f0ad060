// A cell's way to all that it feeds, or back to all that it is made from, a line for each tensor.
#include "tui/parts/page.h"

#include "base/text/utf8.h"
#include "study/looks/typeset.h"
#include "tensor/op.h"
#include "walk/places/reach.h"

enum { MOST_NUMBERS = 8, LEVEL_INDENT = 2, MOST_LEVELS = 10, GAP = 2 };

typedef struct ReachView {
    int at; // the selected line
    Reach reach;
} ReachView;

SCREEN_STATE(ReachView, view_of, SCREEN_REACH)

static bool open(App *app, int way)
{
    return reach_open(&view_of(app)->reach, app->walk, app->walk->at.selected, (ReachWay)way);
}

static void close(void *state)
{
    reach_close(&((ReachView *)state)->reach);
}

// ---- keys ---------------------------------------------------------------------------------------

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
    if (!walk_is_open(app->walk, cell))
        return app_say(app, false, "That is not computed yet at this point of the walk.");
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
static const char *numbers_of(const Walk *walk, const ReachGroup *group, Arena *arena)
{
    Buf out = {.arena = arena};
    if (walk_hides(walk, group->cells[0])) return "= ?";
    if (!walk_is_open(walk, group->cells[0])) return "to come";
    buf_add_char(&out, '=');
    for (int i = 0; i < group->count && i < MOST_NUMBERS; i++) {
        buf_add_char(&out, ' ');
        if (walk_is_open(walk, group->cells[i]))
            typeset_value(&out, walk->trace->entries[group->cells[i].entry].call.output->dtype,
                          cell_value(walk->trace, group->cells[i]), walk->view.digits);
        else
            buf_add_char(&out, walk_hides(walk, group->cells[i]) ? '?' : '.');
    }
    if (group->count > MOST_NUMBERS) buf_add(&out, STR(" …"));
    return buf_text(&out);
}

// "  2   scores[1,:]"
static const char *name_of(const Walk *walk, const ReachGroup *group, Arena *arena)
{
    Buf name = {.arena = arena};
    int indent = group->level <= MOST_LEVELS ? group->level - 1 : MOST_LEVELS;
    buf_printf(&name, "%2d ", group->level);
    buf_add_repeat(&name, ' ', LEVEL_INDENT * indent);
    buf_add(&name, str_from(cells_name(walk->trace, group->cells, group->count, arena)));
    return buf_text(&name);
}

// How the cells are made; "" for what the program gave.
static const char *doc_of(const Walk *walk, const ReachGroup *group, Arena *arena)
{
    const Op *op = walk->trace->entries[group->cells[0].entry].call.op;
    return op->sources ? typeset(arena, op->doc) : "";
}

enum { NAMES, NUMBERS, DOCS, COLUMNS };

static void add_group(List *list, const App *app, int i, const char *const *cells,
                      const int *widest)
{
    Arena *arena = list->text.arena;
    int columns = list->text.columns, from = list->text.count;
    bool selected = i == view_of(app)->at;
    bool has_docs = 1 + widest[NAMES] + GAP + widest[NUMBERS] + GAP + widest[DOCS] <= columns;
    Buf line = {.arena = arena};
    buf_add_char(&line, ' ');
    list_column(&line, cells[NAMES], at_most(widest[NAMES], columns / 2 - GAP));
    list_column(&line, "", GAP);
    list_column(&line, cells[NUMBERS],
                at_most(widest[NUMBERS], columns - utf8_width(buf_str(&line))));
    if (has_docs) buf_printf(&line, "  %s", cells[DOCS]);
    text_plain(&list->text, selected ? BOLD : PLAIN, buf_text(&line));
    const char *how = *cells[DOCS] ? cells[DOCS] : "given by the program";
    if (!has_docs && selected) text_words(&list->text, QUIET, "    how: ", how);
    list_add(list, from);
}

// How the cells are made comes last, where it fits; else below those that are selected.
static List list(const App *app, int columns, Arena *arena)
{
    const Reach *reach = &view_of(app)->reach;
    List list = {.text = {.arena = arena, .columns = columns}};
    const char *(*cells)[COLUMNS] = arena_alloc(arena, sizeof *cells * (size_t)(reach->count + 1));
    int widest[COLUMNS] = {0};
    for (int i = 0; i < reach->count; i++) {
        const ReachGroup *group = &reach->groups[i];
        cells[i][NAMES] = name_of(app->walk, group, arena);
        cells[i][NUMBERS] = numbers_of(app->walk, group, arena);
        cells[i][DOCS] = doc_of(app->walk, group, arena);
        for (int k = 0; k < COLUMNS; k++)
            widest[k] = at_least(frame_columns(cells[i][k]), widest[k]);
    }
    for (int i = 0; i < reach->count; i++) add_group(&list, app, i, cells[i], widest);
    return list;
}

static const char *foot(const App *app, Arena *arena UNUSED)
{
    const Reach *reach = &view_of(app)->reach;
    bool dependents = reach->way == REACH_DEPENDENTS;
    if (reach->levels < reach->most)
        return dependents ? "Right opens the next level, up to the outputs."
                          : "Right opens the next level, down to the inputs.";
    return reach->more ? "The search stopped here; there are more cells." : "That is all.";
}

static const char *title(const App *app, Arena *arena)
{
    const Reach *reach = &view_of(app)->reach;
    const char *name = cell_name(app->walk->trace, reach->from, arena);
    const char *way = reach->way == REACH_DEPENDENTS ? "feeds" : "is made from";
    return arena_printf(arena, "what %s %s, level %d of %d", name, way, reach->levels, reach->most);
}

const Screen reach_screen = {
    .keys = {"On the screen of dependents and sources", ACTION_ROWS(actions)},
    .size = sizeof(ReachView),
    .open = open,
    PAGE_PARTS,
    .list = list,
    .title = title,
    .foot = foot,
    .arrows = {.hint = "arrows:choose", .rank = 1},
    .close = close,
    .is_of_run = true,
    .words = "what a number feeds or is made from",
};
