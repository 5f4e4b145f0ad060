// Pages over the walk: help, costs, lessons, figures, the outline.
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

static bool figure_up(App *app)
{
    return figure_dialog_row(app, -1);
}

static bool figure_down(App *app)
{
    return figure_dialog_row(app, 1);
}

static bool figure_before(App *app)
{
    return figure_dialog_choose(app, -1);
}

static bool figure_after(App *app)
{
    return figure_dialog_choose(app, 1);
}

static bool toggle_help(App *app)
{
    if (app->screen != ON_HELP) app->under = app->screen;
    app->screen = app->screen == ON_HELP ? app->under : ON_HELP;
    app->help_scroll = app->help_at = 0;
    return true;
}

static bool help_line_up(App *app)
{
    return help_move(app, -1);
}

static bool help_line_down(App *app)
{
    return help_move(app, 1);
}

bool toggle_outline(App *app)
{
    app->screen = app->screen == ON_OUTLINE ? app->home : ON_OUTLINE;
    if (app->screen == ON_OUTLINE) outline_show_here(app);
    return true;
}

static bool outline_up(App *app)
{
    return outline_move(app, -1);
}

static bool outline_down(App *app)
{
    return outline_move(app, 1);
}

static bool outline_page_up(App *app)
{
    return outline_move(app, -outline_page(app));
}

static bool outline_page_down(App *app)
{
    return outline_move(app, outline_page(app));
}

static bool outline_first(App *app)
{
    return outline_move(app, -FAR);
}

static bool outline_last(App *app)
{
    return outline_move(app, FAR);
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

static bool cost_up(App *app)
{
    return cost_scroll(app, -1);
}

static bool cost_down(App *app)
{
    return cost_scroll(app, 1);
}

static bool cost_page_up(App *app)
{
    return cost_scroll(app, -(app->rows - 3));
}

static bool cost_page_down(App *app)
{
    return cost_scroll(app, app->rows - 3);
}

bool to_lessons(App *app)
{
    return show_lessons(app, 0);
}

static bool lessons_move(App *app, int by)
{
    int to = app->lessons_at + by;
    if (to < 0 || to >= app->options->lessons->count) return false;
    app->lessons_at = to;
    return true;
}

static bool lessons_up(App *app)
{
    return lessons_move(app, -1);
}

static bool lessons_down(App *app)
{
    return lessons_move(app, 1);
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
    {"? F1", "?:help", 0, "this help, and back", NULL, ON_ALL_BUT_PROMPT, toggle_help, NULL},
    {"Ctrl-L", NULL, 0, "draw the screen afresh", NULL, ON_ALL_BUT_PROMPT | ON_PROMPT, redraw,
     NULL},
    {"q", "q:quit", 0, "quit", NULL, ON_WALK | ON_PRESENT | ON_NOTES, quit, NULL},
};

const ActionGroup the_program = {"The program", the_program_rows, ACTION_ROWS(the_program_rows)};

static const Action on_help_rows[] = {
    {"Up k Backspace", NULL, 0, "the entry above", "This is the top.", ON_HELP, help_line_up, NULL},
    {"Down j Space", "arrows:select", 1, "the entry below", "This is the end.", ON_HELP,
     help_line_down, NULL},
    {"Enter", "Enter:do it", 1, "do what the entry says", NULL, ON_HELP, help_run, help_entry_acts},
    {"/", "/:find", 2, "find an entry by some of its letters", NULL, ON_HELP, prompt_commands,
     NULL},
    {"q Esc", "q:back", 0, "back to where it was opened", NULL, ON_HELP, toggle_help, NULL},
};

const ActionGroup on_help = {"On the help screen", on_help_rows, ACTION_ROWS(on_help_rows)};

static const Action on_costs_rows[] = {
    {"Up k Backspace", NULL, 0, "scroll up by a line", "This is the top.", ON_COST, cost_up, NULL},
    {"Down j Space", "arrows:scroll", 1, "scroll down by a line", "This is the end.", ON_COST,
     cost_down, scrolls_cost},
    {"PgUp Ctrl-U", NULL, 0, "a page up", "This is the top.", ON_COST, cost_page_up, NULL},
    {"PgDn Ctrl-D", NULL, 0, "a page down", "This is the end.", ON_COST, cost_page_down, NULL},
    {"q Esc c", "q:back", 0, "back to the lesson", NULL, ON_COST, toggle_cost, NULL},
};

const ActionGroup on_costs = {"On the cost screen", on_costs_rows, ACTION_ROWS(on_costs_rows)};

static const Action among_lessons_rows[] = {
    {"Up k Backspace", NULL, 0, "the lesson above", "This is the first.", ON_LESSONS, lessons_up,
     NULL},
    {"Down j Space", "arrows:select", 1, "the lesson below", "This is the last.", ON_LESSONS,
     lessons_down, NULL},
    {"Enter", "Enter:open", 2, "open the lesson", NULL, ON_LESSONS, lessons_open, NULL},
    {"Esc L", "Esc:back", 3, "back to the lesson at hand", NULL, ON_LESSONS, lessons_leave, NULL},
    {"q", "q:quit", 0, "quit", NULL, ON_LESSONS, quit, NULL},
};

const ActionGroup among_lessons = {"Among the lessons", among_lessons_rows,
                                   ACTION_ROWS(among_lessons_rows)};

static const Action on_figure_rows[] = {
    {"Up k", NULL, 0, "the row above", NULL, ON_FIGURE, figure_up, NULL},
    {"Down j Tab", "arrows:choose", 2, "the row below", NULL, ON_FIGURE, figure_down, NULL},
    {"Left h", NULL, 0, "another kind, format or theme", NULL, ON_FIGURE, figure_before, NULL},
    {"Right l Space", NULL, 0, "the next one", NULL, ON_FIGURE, figure_after, NULL},
    {"Enter x", "Enter:write it", 1, "write the figure and go back", NULL, ON_FIGURE,
     figure_dialog_write, NULL},
    {"q Esc Backspace", "q:back", 0, "back to where it was opened", NULL, ON_FIGURE,
     figure_dialog_leave, NULL},
};

const ActionGroup on_figure = {"On the figure screen", on_figure_rows, ACTION_ROWS(on_figure_rows)};

static const Action on_outline_rows[] = {
    {"Up k Backspace", NULL, 0, "the row above", "This is the top.", ON_OUTLINE, outline_up, NULL},
    {"Down j Space", "arrows:select, open", 1, "the row below", "This is the end.", ON_OUTLINE,
     outline_down, NULL},
    {"Right l", NULL, 0, "open the row, or go inside", "There is nothing inside.", ON_OUTLINE,
     outline_open, NULL},
    {"Left h", NULL, 0, "close the row, or go out", "This is the outermost.", ON_OUTLINE,
     outline_close, NULL},
    {"/", "/:find", 3, "search the outline", NULL, ON_OUTLINE, prompt_search, NULL},
    {"n", "n:next found", 4, "the next row that says it", "Nothing was searched yet. / searches.",
     ON_OUTLINE, outline_next, has_searched},
    {"N", NULL, 0, "the row before", "Nothing was searched yet. / searches.", ON_OUTLINE,
     outline_previous, NULL},
    {"PgUp Ctrl-U", NULL, 0, "a page up", "This is the top.", ON_OUTLINE, outline_page_up, NULL},
    {"PgDn Ctrl-D", NULL, 0, "a page down", "This is the end.", ON_OUTLINE, outline_page_down,
     NULL},
    {"Home gg", NULL, 0, "the first row", "This is the top.", ON_OUTLINE, outline_first, NULL},
    {"End G", NULL, 0, "the last row", "This is the end.", ON_OUTLINE, outline_last, NULL},
    {"Enter", "Enter:go there", 2, "go there, stepping into the calls around it", NULL, ON_OUTLINE,
     outline_enter, NULL},
    {"q Esc t", "q:back", 0, "back to the lesson", NULL, ON_OUTLINE, toggle_outline, NULL},
};

const ActionGroup on_outline = {"On the outline", on_outline_rows, ACTION_ROWS(on_outline_rows)};
