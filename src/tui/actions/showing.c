// How the walk is shown.
#include "tui/actions/rows.h"
#include "tui/figures/figure_dialog.h"
#include "tui/pages/help_text.h"
#include "tui/pages/scroll.h"

enum { MOST_DIGITS = 9 };

static bool toggle_heat(App *app)
{
    app->walk->heat = !app->walk->heat;
    return true;
}

static bool set_digits(App *app, int digits)
{
    if (digits < 0 || digits > MOST_DIGITS) return false;
    app->walk->digits = digits;
    return true;
}

static bool fewer_digits(App *app)
{
    return set_digits(app, app->walk->digits - 1);
}

static bool more_digits(App *app)
{
    return set_digits(app, app->walk->digits + 1);
}

static bool scroll_up(App *app)
{
    return app->screen == ON_HELP ? help_page(app, -1) : lesson_scroll(app, -1, true);
}

static bool scroll_down(App *app)
{
    return app->screen == ON_HELP ? help_page(app, 1) : lesson_scroll(app, 1, true);
}

static bool cycle_lesson(App *app)
{
    app->lesson = (app->lesson + 1) % LESSON_PANES;
    app->lesson_scroll = SCROLL_FOLLOWS;
    static const char *const NOW[] = {"beside the numbers", "the whole screen", "hidden"};
    app_say(app, false, "Lesson: %s. o changes it.", NOW[app->lesson]);
    return true;
}

static const Action showing_rows[] = {
    {"v", "v:heat", 13, "heat behind the numbers, on and off", NULL, ON_WALK, toggle_heat,
     has_matrix},
    {"<", NULL, 0, "digits: one decimal less", "Numbers have 0 to 9 decimals.",
     ON_WALK | ON_PRESENT, fewer_digits, NULL},
    {">", NULL, 0, "digits: one decimal more", "Numbers have 0 to 9 decimals.",
     ON_WALK | ON_PRESENT, more_digits, NULL},
    {"PgUp Ctrl-U", NULL, 0, "scroll the lesson up", "This is the top of the lesson's text.",
     ON_WALK | ON_HELP | ON_NOTES, scroll_up, NULL},
    {"PgDn Ctrl-D", "PgDn:page", 4, "scroll the lesson down",
     "This is the end of this step's text. ] goes to the next step.", ON_WALK | ON_HELP | ON_NOTES,
     scroll_down, scrolls_lesson},
    {"o", "o:lesson", 13, "lesson beside the numbers, over the whole screen, hidden", NULL, ON_WALK,
     cycle_lesson, NULL},
    {"c", NULL, 0, "what the step costs: multiplications, additions, exponentials, bytes", NULL,
     ON_WALK, toggle_cost, NULL},
    {"x", "x:export", 15, "a figure of the selected matrix: choose its kind, write it",
     "There is no matrix to export here.", ON_WALK | ON_LARGE | ON_HEADS | ON_FLOW,
     figure_dialog_open, may_export},
};

const ActionGroup showing = {"Showing", showing_rows, ACTION_ROWS(showing_rows)};
