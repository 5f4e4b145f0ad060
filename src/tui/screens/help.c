// The help: the keys that work on the screen it was opened on, then the others, printed from the
// tables of actions; the signs, the mouse. One entry is selected, and can be run.
#include "base/text/fuzzy.h"
#include "base/text/utf8.h"
#include "tui/core/input.h"
#include "tui/parts/page.h"
#include "tui/screens/shared.h"

enum { KEYS_COLUMNS = 16 };

typedef struct HelpEntry {
    const Action *action; // NULL: it explains a sign
    const char *says;     // on one line
} HelpEntry;

typedef struct Help {
    List list;
    HelpEntry *entries; // of the same
    int count;
} Help;

SCREEN_STATE(Page, page_of, SCREEN_HELP)

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
    Text *text = &help->list.text;
    Buf first = {.arena = text->arena};
    int line = text->count;
    buf_add(&first, STR("  "));
    list_column(&first, keys, at_least(frame_columns(keys) + 1, KEYS_COLUMNS));
    text_words(text, PLAIN, buf_text(&first), what);
    *ARENA_ADD(text->arena, help->entries, help->count) =
        (HelpEntry){action, arena_printf(text->arena, "%s  %s", keys, what)};
    list_add(&help->list, line);
}

static void write_heading(Help *help, const char *heading)
{
    text_blank(&help->list.text);
    text_plain(&help->list.text, BOLD, heading);
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

static Help help_of(const App *app, int columns, Arena *arena)
{
    Help help = {.list.text = {.arena = arena, .columns = columns}};
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

static List list(const App *app, int columns, Arena *arena)
{
    return help_of(app, columns, arena).list;
}

// ---- the selected entry -------------------------------------------------------------------------

static const Action *selected(const App *app)
{
    return help_of(app, app->columns, app->scratch).entries[page_of(app)->at].action;
}

// The selected entry has an action of the screen below.
static bool is_runnable(const App *app)
{
    const Action *action = selected(app);
    return action && action_screens(action) & screens_under(app);
}

static bool run(App *app, int by UNUSED)
{
    const Action *action = selected(app);
    if (!action) return app_say(app, false, "This line only explains; there is no key to press.");
    if (!is_runnable(app))
        return app_say(app, false, "%s works on a different screen; the heading says which.",
                       action->keys);
    app_leave(app);
    app_run(app, action);
    return true;
}

static int search(const App *app, Str wanted, Arena *arena, RowFound **found)
{
    Help help = help_of(app, app->columns, arena);
    int count = 0;
    *found = NEW_ARRAY(arena, RowFound, help.list.count + 1);
    for (int i = 0; wanted.n && i < help.list.count; i++) {
        const char *says = help.entries[i].says;
        if (fuzzy_find_text(str_from(says), str_trim(wanted), 0) >= 0)
            (*found)[count++] = (RowFound){i, says};
    }
    return count;
}

static const char *title(const App *app UNUSED, Arena *arena UNUSED)
{
    return "keys";
}

static const Action actions[] = {
    {"Enter", "do what the entry says", .run = run, .hint = "Enter:do it", .rank = 1,
     .when = is_runnable},
};

const Screen help_screen = {
    .keys = {"On the help screen", ACTION_ROWS(actions)},
    PAGE_PARTS,
    .size = sizeof(Page),
    .list = list,
    .title = title,
    .search = search,
    .arrows = {.hint = "arrows:select", .rank = 1},
    .searched = "Keys and words of the help",
    .words = "the keys",
};
