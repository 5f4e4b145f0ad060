// The help, printed from the table of actions.
#include "tui/pages/help_text.h"

#include "base/utf8.h"
#include "tui/input.h"

enum { KEYS_COLUMNS = 18 };

static const char *const SIGNS[][2] = {
    {"<4>", "the selected cell; its arithmetic stands below"},
    {"(4)", "a number that the selected cell is made from"},
    {".", "not computed yet; in the row of names: a tensor to come"},
    {"name*", "a tensor that is computed; [name] is the one at hand"},
    {"[X] [K] [Q] [V]",
     "inputs, keys, queries, values; weights carry the letter of what they make"},
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
    TextRun run = {{0}, str_from(what)};
    int line = text->count;
    text_wrap(text, buf_str(&first), (Str){0}, &run, 1);
    help->entries = arena_grow(text->arena, help->entries, (size_t)help->count, &help->capacity,
                               sizeof(HelpEntry));
    help->entries[help->count++] = (HelpEntry){line, text->count, action};
}

static void write_heading(Help *help, const char *heading)
{
    text_blank(&help->text);
    text_plain(&help->text, (Style){.attributes = ATTR_BOLD}, heading);
}

typedef enum Section { OF_THIS_SCREEN, SHARED, EVERYWHERE, ELSEWHERE, SECTIONS } Section;

// Its own keys first, then those that it shares with the walk, then those that work everywhere. On
// the walk they all stand together, by what they are for.
static Section section_of(const Action *action, Screen under)
{
    if (!(action_screens(action) & under)) return ELSEWHERE;
    bool everywhere = (action_screens(action) & ON_ALL_BUT_PROMPT) == ON_ALL_BUT_PROMPT;
    if (under == ON_WALK) return OF_THIS_SCREEN;
    return everywhere ? EVERYWHERE : action_screens(action) & ON_WALK ? SHARED : OF_THIS_SCREEN;
}

static void write_actions(Help *help, Screen under, Section section)
{
    for (const ActionGroup *const *at = action_groups; *at; at++) {
        const ActionGroup *group = *at;
        bool is_begun = false;
        for (const Action *action = group->rows; action < group->rows + group->count; action++) {
            if (section_of(action, under) != section) continue;
            if (!is_begun) write_heading(help, group->title);
            is_begun = true;
            write_row(help, action->keys, action->help, action);
        }
    }
}

static void write_rows(Help *help, const char *heading, const char *const rows[][2], size_t count)
{
    if (heading) write_heading(help, heading);
    for (size_t i = 0; i < count; i++) write_row(help, rows[i][0], rows[i][1], NULL);
}

Help help_text(const App *app, int columns, Arena *arena)
{
    Help help = {.text = {.arena = arena, .columns = columns}};
    for (int section = 0; section < SECTIONS; section++)
        write_actions(&help, app->under, (Section)section);
    write_rows(&help, "Typing", TYPING, sizeof TYPING / sizeof *TYPING);
    write_rows(&help, "Signs", SIGNS, sizeof SIGNS / sizeof *SIGNS);
    write_rows(&help, "Mouse", MOUSE, sizeof MOUSE / sizeof *MOUSE);
    return help;
}

Rect help_area(int columns, int rows)
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
int help_top(const App *app, const Help *help, Rect area)
{
    const HelpEntry *entry = &help->entries[clamp(app->help_at, 0, help->count - 1)];
    int first = clamp(entry->end - area.rows, 0, entry->line);
    int top = clamp(app->help_scroll, first, entry->line);
    if (entry == help->entries) top = 0;
    return clamp(top, 0, last_top(help, area));
}

// Selects an entry, and scrolls no more than that takes.
static bool select(App *app, const Help *help, Rect area, int at)
{
    int from = app->help_at;
    app->help_scroll = help_top(app, help, area);
    app->help_at = clamp(at, 0, help->count - 1);
    app->help_scroll = help_top(app, help, area);
    return app->help_at != from;
}

bool help_move(App *app, int entries)
{
    Arena scratch = {0};
    Rect area = help_area(app->columns, app->rows);
    Help help = help_text(app, area.columns, &scratch);
    bool moved = select(app, &help, area, app->help_at + entries);
    arena_free(&scratch);
    return moved;
}

bool help_at(App *app, int entry)
{
    return help_move(app, entry - app->help_at);
}

// The first entry on the next page, or the last on the one before.
bool help_page(App *app, int direction)
{
    Arena scratch = {0};
    Rect area = help_area(app->columns, app->rows);
    Help help = help_text(app, area.columns, &scratch);
    int from = help_top(app, &help, area), at = 0;
    int top = clamp(from + direction * (area.rows - 1), 0, last_top(&help, area));
    bool at_end = direction > 0 ? top == from : from == 0;
    while (at + 1 < help.count && help.entries[at].line < top) at++;
    if (at_end) at = direction > 0 ? help.count - 1 : 0;
    bool moved = at != app->help_at;
    app->help_scroll = top;
    app->help_at = at;
    arena_free(&scratch);
    return moved || top != from;
}

// Of the selected entry; NULL: it explains a sign.
static const Action *selected_action(const App *app)
{
    Arena scratch = {0};
    Help help = help_text(app, help_area(app->columns, app->rows).columns, &scratch);
    const Action *action = help.entries[clamp(app->help_at, 0, help.count - 1)].action;
    arena_free(&scratch);
    return action;
}

bool help_is_runnable(const App *app)
{
    const Action *action = selected_action(app);
    return action && action_screens(action) & app->under;
}

bool help_run(App *app)
{
    const Action *action = selected_action(app);
    if (!action) {
        app_say(app, false, "This line only explains. Enter does what a key does.");
    } else if (action_screens(action) & app->under) {
        app->screen = app->under;
        app_run(app, action);
    } else {
        app_say(app, false, "%s: that works on another screen; its heading says which.",
                action->keys);
    }
    return true;
}
