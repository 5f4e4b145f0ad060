// The keys of the pages over the walk (help, costs, lessons, figures, the outline), as rows of the
// table of actions.
#include "tui/actions/rows.h"
#include "tui/figures/figure_dialog.h"
#include "tui/find/outline_search.h"
#include "tui/find/prompt.h"
#include "tui/pages/help_text.h"
#include "tui/pages/outline.h"
#include "tui/pages/scroll.h"

// The lessons, with the one after this selected; nothing where there are none to choose from.
bool show_lessons(App *app, int after)
{
    const LessonList *list = app->options->lessons;
    if (!list || list->count == 0) return false;
    int here = lessons_find(list, app->options->known_as), to = here < 0 ? here : here + after;
    app->lessons_at = to >= 0 && to < list->count ? to : lessons_unfinished(list);
    app->screen = ON_LESSONS;
    return true;
}

static bool toggle_help(App *app)
{
    if (app->screen != ON_HELP) app->under = app->screen;
    app->screen = app->screen == ON_HELP ? app->under : ON_HELP;
    app->help_scroll = app->help_at = 0;
    return true;
}

bool toggle_outline(App *app)
{
    app->screen = app->screen == ON_OUTLINE ? app->home : ON_OUTLINE;
    if (app->screen == ON_OUTLINE) outline_show_here(app);
    return true;
}

static bool outline_enter(App *app)
{
    outline_go(app);
    app->screen = app->home;
    return true;
}

bool toggle_cost(App *app)
{
    app->screen = app->screen == ON_COST ? app->home : ON_COST;
    app->cost_scroll = 0;
    return true;
}

static bool lessons_move(App *app, int by)
{
    int to = app->lessons_at + by;
    if (to < 0 || to >= app->options->lessons->count) return false;
    app->lessons_at = to;
    return true;
}

static bool lessons_leave(App *app)
{
    app->screen = app->home;
    return true;
}

static bool lessons_open(App *app)
{
    const ListedLesson *lesson = &app->options->lessons->rows[app->lessons_at];
    if (lessons_find(app->options->lessons, app->options->known_as) == app->lessons_at)
        return lessons_leave(app);
    if (lesson->steps == 0) {
        app_say(app, true, "This file is no lesson: %s", lesson->title);
        return true;
    }
    if (!app->options->choose) return false;
    app->options->choose(app->options->choose_context, lesson);
    app->quit = true;
    return true;
}

static bool redraw(App *app)
{
    app->repaint = true;
    return true;
}

static bool quit(App *app)
{
    app->quit = true;
    return true;
}

static const Action the_program_rows[] = {
    {"? F1", "this help, and back", .run = toggle_help, .hint = "?:help"},
    {"Ctrl-L", "draw the screen afresh", .screens = ON_ALL_BUT_PROMPT | ON_PROMPT, .run = redraw},
    {"q", "quit", .screens = ON_WALK | ON_PRESENT | ON_NOTES, .run = quit, .hint = "q:quit"},
};

const ActionGroup the_program = {"The program", ON_ALL_BUT_PROMPT, the_program_rows,
                                 ACTION_ROWS(the_program_rows)};

static const Action on_help_rows[] = {
    {"Up k Backspace", "the entry above", "This is the top.", .step = help_move, .by = -1},
    {"Down j Space", "the entry below", "This is the end.", .step = help_move, .by = 1,
     .hint = "arrows:select", .rank = 1},
    {"Enter", "do what the entry says", .run = help_run, .hint = "Enter:do it", .rank = 1,
     .when = help_entry_acts},
    {"/", "find an entry by some of its letters", .step = prompt_open, .by = PROMPT_COMMAND,
     .hint = "/:find", .rank = 2},
    {"q Esc", "back to where it was opened", .run = toggle_help, .hint = "q:back"},
};

const ActionGroup on_help = {"On the help screen", ON_HELP, on_help_rows,
                             ACTION_ROWS(on_help_rows)};

static const Action on_costs_rows[] = {
    {"Up k Backspace", "scroll up by a line", "This is the top.", .step = cost_scroll, .by = -1},
    {"Down j Space", "scroll down by a line", "This is the end.", .step = cost_scroll, .by = 1,
     .hint = "arrows:scroll", .rank = 1, .when = scrolls_cost},
    {"PgUp Ctrl-U", "a page up", "This is the top.", .step = cost_scroll, .by = -PAGE},
    {"PgDn Ctrl-D", "a page down", "This is the end.", .step = cost_scroll, .by = PAGE},
    {"q Esc c", "back to the lesson", .run = toggle_cost, .hint = "q:back"},
};

const ActionGroup on_costs = {"On the cost screen", ON_COST, on_costs_rows,
                              ACTION_ROWS(on_costs_rows)};

static const Action among_lessons_rows[] = {
    {"Up k Backspace", "the lesson above", "This is the first.", .step = lessons_move, .by = -1},
    {"Down j Space", "the lesson below", "This is the last.", .step = lessons_move, .by = 1,
     .hint = "arrows:select", .rank = 1},
    {"Enter", "open the lesson", .run = lessons_open, .hint = "Enter:open", .rank = 2},
    {"Esc L", "back to the lesson at hand", .run = lessons_leave, .hint = "Esc:back", .rank = 3},
    {"q", "quit", .run = quit, .hint = "q:quit"},
};

const ActionGroup among_lessons = {"Among the lessons", ON_LESSONS, among_lessons_rows,
                                   ACTION_ROWS(among_lessons_rows)};

static const Action on_figure_rows[] = {
    {"Up k", "the row above", .step = figure_dialog_row, .by = -1},
    {"Down j Tab", "the row below", .step = figure_dialog_row, .by = 1, .hint = "arrows:choose",
     .rank = 2},
    {"Left h", "another kind, format or theme", .step = figure_dialog_choose, .by = -1},
    {"Right l Space", "the next one", .step = figure_dialog_choose, .by = 1},
    {"Enter x", "write the figure and go back", .run = figure_dialog_write,
     .hint = "Enter:write it", .rank = 1},
    {"q Esc Backspace", "back to where it was opened", .run = figure_dialog_leave,
     .hint = "q:back"},
};

const ActionGroup on_figure = {"On the figure screen", ON_FIGURE, on_figure_rows,
                               ACTION_ROWS(on_figure_rows)};

static const Action on_outline_rows[] = {
    {"Up k Backspace", "the row above", "This is the top.", .step = outline_move, .by = -1},
    {"Down j Space", "the row below", "This is the end.", .step = outline_move, .by = 1,
     .hint = "arrows:select, open", .rank = 1},
    {"Right l", "open the row, or go inside", "There is nothing inside.", .step = outline_turn,
     .by = 1},
    {"Left h", "close the row, or go out", "This is the outermost.", .step = outline_turn,
     .by = -1},
    {"/", "search the outline", .step = prompt_open, .by = PROMPT_SEARCH, .hint = "/:find",
     .rank = 3},
    {"n", "the next row that says it", "Nothing was searched yet. / searches.",
     .step = outline_search_on, .by = 1, .hint = "n:next found", .rank = 4, .when = has_searched},
    {"N", "the row before", "Nothing was searched yet. / searches.", .step = outline_search_on,
     .by = -1},
    {"PgUp Ctrl-U", "a page up", "This is the top.", .step = outline_move, .by = -PAGE},
    {"PgDn Ctrl-D", "a page down", "This is the end.", .step = outline_move, .by = PAGE},
    {"Home gg", "the first row", "This is the top.", .step = outline_move, .by = -FAR},
    {"End G", "the last row", "This is the end.", .step = outline_move, .by = FAR},
    {"Enter", "go there, stepping into the calls around it", .run = outline_enter,
     .hint = "Enter:go there", .rank = 2},
    {"q Esc t", "back to the lesson", .run = toggle_outline, .hint = "q:back"},
};

const ActionGroup on_outline = {"On the outline", ON_OUTLINE, on_outline_rows,
                                ACTION_ROWS(on_outline_rows)};
