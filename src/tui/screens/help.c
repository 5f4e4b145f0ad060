// The help: the keys that work on the screen it was opened on, then the others, printed from the
// tables of actions; the signs, the mouse. One entry is selected, and can be run.
#include "base/text/fuzzy.h"
#include "base/text/utf8.h"
#include "tui/core/input.h"
#include "tui/core/screen.h"
#include "tui/screens/shared.h"

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
    int at;  // the entry that is selected
    int top; // first line shown
} HelpView;

SCREEN_STATE(HelpView, view_of, SCREEN_HELP)

// What else there is to know, under headings: rows without keys.
static const char *const NOTES[][2] = {
    {NULL, "Typing"},
    {"Left Right", "the cursor; Home and End to the ends"},
    {"Ctrl-W", "deletes a word, Ctrl-U all before the cursor, Ctrl-K all behind it"},
    {NULL, "Signs"},
    {"<4>", "the selected cell; its arithmetic is below"},
    {"(4)", "a number that the selected cell is made from"},
    {".", "not computed yet; in the row of names: a tensor to come"},
    {"name*", "a computed tensor; [name] is the current one"},
    {"(name) {name}", "what the selected tensor is made from; what is made from it"},
    {"[X] [K] [Q] [V]",
     "inputs, keys, queries, values; a weight matrix has the letter of what it makes"},
    {"[S] [WV] [Y]", "scores, weighted values, outputs"},
    {NULL, "Mouse"},
    {"click", "selects a cell, a line, an answer; on the map, goes to the step; on the last line, "
              "does what it says"},
    {"double-click", "on a cell: goes to where it came from; on a line: what Enter does"},
    {"wheel", "scrolls what is under it"},
    {"Shift-drag", "selects text as usual (Option in iTerm2); :mouse makes every drag do so"},
    {"Ctrl-C", "leaves at once; Ctrl-Z suspends"},
};

static void write_row(Help *help, const char *keys, const char *what, const Action *action)
{
    Text *text = &help->text;
    Buf first = {.arena = text->arena};
    buf_printf(&first, "  %s", keys);
    int pad = KEYS_COLUMNS - utf8_width(buf_str(&first));
    buf_add_repeat(&first, ' ', pad > 1 ? pad : 1);
    int line = text->count;
    text_words(text, PLAIN, buf_text(&first), what);
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
// the walk they all are together, by what they are for.
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

static unsigned screens_under(const App *app)
{
    return 1u << app_subject_screen(app);
}

static Help help_text(const App *app, int columns, Arena *arena)
{
    Help help = {.text = {.arena = arena, .columns = columns}};
    for (int section = 0; section < SECTIONS; section++)
        write_actions(&help, screens_under(app), (Section)section);
    for (size_t i = 0; i < sizeof NOTES / sizeof *NOTES; i++) {
        if (NOTES[i][0])
            write_row(&help, NOTES[i][0], NOTES[i][1], NULL);
        else
            write_heading(&help, NOTES[i][1]);
    }
    return help;
}

static Rect help_area(int columns, int rows)
{
    return (Rect){1, 1, columns - 2, rows - 2};
}

// ---- the selected entry -------------------------------------------------------------------------

static Help help_now(const App *app)
{
    return help_text(app, help_area(app->columns, app->rows).columns, app->scratch);
}

static const HelpEntry *selected(const App *app, const Help *help)
{
    return &help->entries[within(view_of(app)->at, 0, help->count - 1)];
}

// As it was scrolled, but with the selected entry in sight.
static int help_top(const App *app, const Help *help, Rect area)
{
    const HelpEntry *entry = selected(app, help);
    int top =
        within(view_of(app)->top, within(entry->end - area.rows, 0, entry->line), entry->line);
    if (entry == help->entries) top = 0;
    return within(top, 0, help->text.count - area.rows);
}

// Selects an entry, and scrolls no more than that takes.
static bool select(App *app, int to)
{
    Rect area = help_area(app->columns, app->rows);
    Help help = help_now(app);
    int from = view_of(app)->at;
    view_of(app)->top = help_top(app, &help, area);
    view_of(app)->at = within(to, 0, help.count - 1);
    view_of(app)->top = help_top(app, &help, area);
    return view_of(app)->at != from;
}

static bool move(App *app, int by)
{
    return select(app, view_of(app)->at + by);
}

// The first entry on the next page, or the last on the one before.
bool help_page(App *app, int direction)
{
    Rect area = help_area(app->columns, app->rows);
    Help help = help_now(app);
    HelpView *view = view_of(app);
    int from = help_top(app, &help, area), at = 0, before = view->at;
    view->top = within(from + direction * (area.rows - 1), 0, help.text.count - area.rows);
    bool at_end = direction > 0 ? view->top == from : from == 0;
    while (at + 1 < help.count && help.entries[at].line < view->top) at++;
    if (at_end) at = direction > 0 ? help.count - 1 : 0;
    view->at = at;
    return at != before || view->top != from;
}

// The selected entry has an action of the screen below.
static bool is_runnable(const App *app)
{
    Help help = help_now(app);
    const Action *action = selected(app, &help)->action;
    return action && action_screens(action) & screens_under(app);
}

static bool run(App *app)
{
    Help help = help_now(app);
    const Action *action = selected(app, &help)->action;
    if (!action) {
        app_say(app, false, "This line only explains; there is no key to press.");
    } else if (is_runnable(app)) {
        app_leave(app);
        app_run(app, action);
    } else {
        app_say(app, false, "%s works on a different screen; the heading says which.",
                action->keys);
    }
    return true;
}

static int search(const App *app, Str wanted, Arena *arena, RowFound **found)
{
    Help help = help_text(app, help_area(app->columns, app->rows).columns, arena);
    int count = 0;
    *found = NEW_ARRAY(arena, RowFound, help.count + 1);
    for (int i = 0; wanted.n && i < help.count; i++) {
        const char *says = help.entries[i].says;
        if (fuzzy_find_text(str_from(says), str_trim(wanted), 0) >= 0)
            (*found)[count++] = (RowFound){i, says};
    }
    return count;
}

static const Action actions[] = {
    {"Up k Backspace", "the entry above", "This is the top.", .step = move, .by = -1},
    {"Down j Space", "the entry below", "This is the end.", .step = move, .by = 1,
     .hint = "arrows:select", .rank = 1},
    {"Enter", "do what the entry says", .run = run, .hint = "Enter:do it", .rank = 1,
     .when = is_runnable},
    {"/", "search the help", .opens = SCREEN_PROMPT, .by = PROMPT_SEARCH, .hint = "/:find",
     .rank = 2},
    {"n", "the next entry that says it", "You have not searched yet. / searches.",
     .step = screen_search_on, .by = 1, .hint = "n:next found", .rank = 3,
     .when = screen_has_searched},
    {"N", "the entry before", "You have not searched yet. / searches.", .step = screen_search_on,
     .by = -1},
    {"q Esc", "back to where it was opened", .run = app_leave, .hint = "q:back"},
};

// ---- drawing ------------------------------------------------------------------------------------

static void draw_entry(Canvas *canvas, const Help *help, int i, Rect area, int top)
{
    const HelpEntry *entry = &help->entries[i];
    int row = area.row + entry->line - top;
    if (row < area.row || row >= area.row + area.rows) return;
    canvas_select(canvas, (Rect){area.column, row, area.columns, entry->end - entry->line}, select,
                  i);
    if (i != view_of(canvas->app)->at) return;
    frame_text(canvas->frame, area, area.column, row, BOLD, STR(">"));
    canvas_cursor(canvas, area.column, row);
}

static void draw(Canvas *canvas, Rect part)
{
    const App *app = canvas->app;
    Rect area = help_area(part.columns, part.rows);
    Help help = help_text(app, area.columns, canvas->arena);
    int top = help_top(app, &help, area), below = help.text.count - top - area.rows;
    canvas_rule(canvas, part, "keys",
                below > 0 ? arena_printf(canvas->arena, "%d more lines: PgDn", below) : "q: back");
    text_draw(&help.text, canvas->frame, area, top);
    for (int i = 0; i < help.count; i++) draw_entry(canvas, &help, i, area, top);
    canvas_last_row(canvas);
}

const Screen help_screen = {
    .keys = {"On the help screen", ACTION_ROWS(actions)},
    .size = sizeof(HelpView),
    .draw = draw,
    .search = search,
    .select = select,
    .searched = "Keys and words of the help",
    .words = "the keys",
};
