// The help: the keys that work on the screen it was opened on, then the others, printed from the
// tables of actions; the signs, the mouse. One entry is selected, and can be run.
#include "tui/screens/help.h"

#include "base/utf8.h"
#include "terminal/text.h"
#include "tui/core/input.h"
#include "tui/core/screen.h"
#include "tui/parts/fuzzy.h"
#include "tui/screens/walk.h"

enum { KEYS_COLUMNS = 18 };

typedef struct HelpEntry {
    int line, end;        // its lines in the text
    const Action *action; // NULL: it explains a sign
    const char *says;     // on one line
} HelpEntry;

typedef struct Help {
    Text text;
    HelpEntry *entries;
    int count;
    size_t capacity;
} Help;

typedef struct HelpView {
    int top; // first line shown
    int at;  // the entry that is selected
} HelpView;

SCREEN_STATE(HelpView, view_of, SCREEN_HELP)

static const char *const SIGNS[][2] = {
    {"<4>", "the selected cell; its arithmetic is below"},
    {"(4)", "a number that the selected cell is made from"},
    {".", "not computed yet; in the row of names: a tensor to come"},
    {"name*", "a computed tensor; [name] is the current one"},
    {"(name) {name}", "what the selected tensor is made from; what is made from it"},
    {"[X] [K] [Q] [V]",
     "inputs, keys, queries, values; a weight matrix has the letter of what it makes"},
    {"[S] [WV] [Y]", "scores, weighted values, outputs"},
};

static const char *const MOUSE[][2] = {
    {"click", "selects a cell, a line, an answer; on the map, goes to the step; on the last line, "
              "does what it says"},
    {"double-click", "on a cell: goes to where it came from; on a line: what Enter does"},
    {"wheel", "scrolls what is under it"},
    {"Shift-drag", "selects text as usual (Option in iTerm2); :mouse makes every drag do so"},
    {"Ctrl-C", "leaves at once; Ctrl-Z suspends"},
};

static const char *const TYPING[][2] = {
    {"Left Right", "the cursor; Home and End to the ends"},
    {"Ctrl-W", "deletes a word, Ctrl-U all before the cursor, Ctrl-K all behind it"},
};

static void write_row(Help *help, const char *keys, const char *what, const Action *action)
{
    Text *text = &help->text;
    Buf first = {.arena = text->arena};
    buf_printf(&first, "  %s", keys);
    int pad = KEYS_COLUMNS - utf8_width(buf_str(&first));
    buf_add_repeat(&first, ' ', pad > 1 ? pad : 1);
    TextRun run = {PLAIN, str_from(what)};
    int line = text->count;
    text_wrap(text, buf_str(&first), (Str){0}, &run, 1);
    help->entries = arena_grow(text->arena, help->entries, (size_t)help->count, &help->capacity,
                               sizeof(HelpEntry));
    help->entries[help->count++] =
        (HelpEntry){line, text->count, action, arena_printf(text->arena, "%s  %s", keys, what)};
}

static void write_heading(Help *help, const char *heading)
{
    text_blank(&help->text);
    text_plain(&help->text, BOLD, heading);
}

typedef enum Section { OF_THIS_SCREEN, SHARED, EVERYWHERE, ELSEWHERE, SECTIONS } Section;

// Its own keys first, then those that it shares with the walk, then those that work everywhere. On
// the walk they all stand together, by what they are for.
static Section section_of(unsigned screens, unsigned under)
{
    if (!(screens & under)) return ELSEWHERE;
    if (under == ON_WALK) return OF_THIS_SCREEN;
    if ((screens & ON_ALL) == ON_ALL) return EVERYWHERE;
    return screens & ON_WALK ? SHARED : OF_THIS_SCREEN;
}

static void write_actions(Help *help, unsigned under, Section section)
{
    const ActionGroup *begun = NULL;
    const Action *action;
    for (ActionEach each = {0}; (action = action_next(&each));) {
        if (section_of(each.screens, under) != section) continue;
        if (begun != each.group) write_heading(help, each.group->title);
        begun = each.group;
        write_row(help, action->keys, action->help, action);
    }
}

static void write_rows(Help *help, const char *heading, const char *const rows[][2], size_t count)
{
    if (heading) write_heading(help, heading);
    for (size_t i = 0; i < count; i++) write_row(help, rows[i][0], rows[i][1], NULL);
}

static unsigned screens_under(const App *app)
{
    return 1u << app_subject_screen(app);
}

static Help help_text(const App *app, int columns, Arena *arena)
{
    Help help = {.text = {.arena = arena, .columns = columns}};
    for (int section = 0; section < SECTIONS; section++)
        write_actions(&help, screens_under(app), (Section)section);
    write_rows(&help, "Typing", TYPING, sizeof TYPING / sizeof *TYPING);
    write_rows(&help, "Signs", SIGNS, sizeof SIGNS / sizeof *SIGNS);
    write_rows(&help, "Mouse", MOUSE, sizeof MOUSE / sizeof *MOUSE);
    return help;
}

static Rect help_area(int columns, int rows)
{
    return (Rect){1, 1, columns - 2, rows - 2};
}

// ---- the selected entry -------------------------------------------------------------------------

static int clamp(int value, int low, int high)
{
    return value > high ? (high > low ? high : low) : value < low ? low : value;
}

static int last_top(const Help *help, Rect area)
{
    return clamp(help->text.count - area.rows, 0, help->text.count);
}

// As it was scrolled, but with the selected entry in sight.
static int help_top(const App *app, const Help *help, Rect area)
{
    const HelpEntry *entry = &help->entries[clamp(view_of(app)->at, 0, help->count - 1)];
    int first = clamp(entry->end - area.rows, 0, entry->line);
    int top = clamp(view_of(app)->top, first, entry->line);
    if (entry == help->entries) top = 0;
    return clamp(top, 0, last_top(help, area));
}

// Selects an entry, and scrolls no more than that takes.
static bool select(App *app, const Help *help, Rect area, int at)
{
    int from = view_of(app)->at;
    view_of(app)->top = help_top(app, help, area);
    view_of(app)->at = clamp(at, 0, help->count - 1);
    view_of(app)->top = help_top(app, help, area);
    return view_of(app)->at != from;
}

static bool help_move(App *app, int entries)
{
    Rect area = help_area(app->columns, app->rows);
    Help help = help_text(app, area.columns, app->scratch);
    return select(app, &help, area, view_of(app)->at + entries);
}

static bool help_at(App *app, int entry)
{
    return help_move(app, entry - view_of(app)->at);
}

// The first entry on the next page, or the last on the one before.
bool help_page(App *app, int direction)
{
    Rect area = help_area(app->columns, app->rows);
    Help help = help_text(app, area.columns, app->scratch);
    int from = help_top(app, &help, area), at = 0;
    int top = clamp(from + direction * (area.rows - 1), 0, last_top(&help, area));
    bool at_end = direction > 0 ? top == from : from == 0;
    while (at + 1 < help.count && help.entries[at].line < top) at++;
    if (at_end) at = direction > 0 ? help.count - 1 : 0;
    bool moved = at != view_of(app)->at;
    view_of(app)->top = top;
    view_of(app)->at = at;
    return moved || top != from;
}

// Of the selected entry; NULL: it explains a sign.
static const Action *selected_action(const App *app)
{
    Help help = help_text(app, help_area(app->columns, app->rows).columns, app->scratch);
    const Action *action = help.entries[clamp(view_of(app)->at, 0, help.count - 1)].action;
    return action;
}

// The selected entry, on the screen below.
static bool help_is_runnable(const App *app)
{
    const Action *action = selected_action(app);
    return action && action_screens(action) & screens_under(app);
}

static bool help_run(App *app)
{
    const Action *action = selected_action(app);
    if (!action) {
        app_say(app, false, "This line only explains; there is no key to press.");
    } else if (action_screens(action) & screens_under(app)) {
        app_leave(app);
        app_run(app, action);
    } else {
        app_say(app, false, "%s works on a different screen; the heading says which.",
                action->keys);
    }
    return true;
}

// ---- searching ----------------------------------------------------------------------------------

int help_search(const App *app, Str wanted, Arena *arena, OutlineFound **found)
{
    Help help = help_text(app, help_area(app->columns, app->rows).columns, arena);
    int count = 0;
    *found = NEW_ARRAY(arena, OutlineFound, help.count + 1);
    for (int i = 0; wanted.n && i < help.count; i++) {
        const char *says = help.entries[i].says;
        if (fuzzy_find_text(str_from(says), str_trim(wanted), 0) >= 0)
            (*found)[count++] = (OutlineFound){i, says};
    }
    return count;
}

void help_select(App *app, int entry)
{
    help_at(app, entry);
}

bool help_is_asked(const App *app)
{
    return app->depth > 1 && app->stack[app->depth - 2] == SCREEN_HELP;
}

static bool search_on(App *app, int direction)
{
    if (!app->wanted) return false;
    OutlineFound *found;
    int count = help_search(app, str_from(app->wanted), app->scratch, &found);
    int entry = outline_next(app, found, count, view_of(app)->at, direction);
    if (entry >= 0) help_select(app, entry);
    return true;
}

static bool has_searched(const App *app)
{
    return app->wanted != NULL;
}

static const Action actions[] = {
    {"Up k Backspace", "the entry above", "This is the top.", .step = help_move, .by = -1},
    {"Down j Space", "the entry below", "This is the end.", .step = help_move, .by = 1,
     .hint = "arrows:select", .rank = 1},
    {"Enter", "do what the entry says", .run = help_run, .hint = "Enter:do it", .rank = 1,
     .when = help_is_runnable},
    {"/", "search the help", .opens = SCREEN_PROMPT, .by = PROMPT_SEARCH, .hint = "/:find",
     .rank = 2},
    {"n", "the next entry that says it", "You have not searched yet. / searches.",
     .step = search_on, .by = 1, .hint = "n:next found", .rank = 3, .when = has_searched},
    {"N", "the entry before", "You have not searched yet. / searches.", .step = search_on,
     .by = -1},
    {"q Esc", "back to where it was opened", .run = app_leave, .hint = "q:back"},
};

// ---- drawing ------------------------------------------------------------------------------------

static bool run(App *app, int entry)
{
    help_at(app, entry);
    return help_run(app);
}

static void draw_entries(Canvas *canvas, const Help *help, Rect area, int top)
{
    for (int i = 0; i < help->count; i++) {
        const HelpEntry *entry = &help->entries[i];
        int row = area.row + entry->line - top;
        if (row < area.row || row >= area.row + area.rows) continue;
        canvas_click(canvas, (Rect){area.column, row, area.columns, entry->end - entry->line},
                     help_at, run, i);
        if (i != view_of(canvas->app)->at) continue;
        frame_text(canvas->frame, area, area.column, row, BOLD, STR(">"));
        canvas_cursor(canvas, area.column, row);
    }
}

static void draw(Canvas *canvas, Rect part)
{
    const App *app = canvas->app;
    Rect area = help_area(part.columns, part.rows);
    Help help = help_text(app, area.columns, canvas->arena);
    int top = help_top(app, &help, area), below = help.text.count - top - area.rows;
    const char *more =
        below > 0 ? arena_printf(canvas->arena, "%d more lines: PgDn", below) : "q: back";
    canvas_rule(canvas, part, "keys", more);
    text_draw(&help.text, canvas->frame, area, top);
    draw_entries(canvas, &help, area, top);
    canvas_last_row(canvas);
}

const Screen help_screen = {
    .keys = {"On the help screen", ACTION_ROWS(actions)},
    .size = sizeof(HelpView),
    .draw = draw,
    .words = "the keys",
};
