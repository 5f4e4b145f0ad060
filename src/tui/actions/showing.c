// The keys that change how the walk is shown (heat, decimals, scrolling), as rows of the table of
// actions.
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

static bool change_digits(App *app, int by)
{
    int digits = app->walk->digits + by;
    if (digits < 0 || digits > MOST_DIGITS) return false;
    app->walk->digits = digits;
    return true;
}

static bool scroll(App *app, int direction)
{
    return app->screen == ON_HELP ? help_page(app, direction) : lesson_scroll(app, direction, true);
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
    {"v", "heat behind the numbers, on and off", .run = toggle_heat, .hint = "v:heat", .rank = 13,
     .when = has_matrix},
    {"<", "digits: one decimal less", "Numbers have 0 to 9 decimals.",
     .screens = ON_WALK | ON_PRESENT, .step = change_digits, .by = -1},
    {">", "digits: one decimal more", "Numbers have 0 to 9 decimals.",
     .screens = ON_WALK | ON_PRESENT, .step = change_digits, .by = 1},
    {"PgUp Ctrl-U", "scroll the lesson up", "This is the top of the lesson's text.",
     .screens = ON_WALK | ON_HELP | ON_NOTES, .step = scroll, .by = -1},
    {"PgDn Ctrl-D", "scroll the lesson down",
     "This is the end of this step's text. ] goes to the next step.",
     .screens = ON_WALK | ON_HELP | ON_NOTES, .step = scroll, .by = 1, .hint = "PgDn:page",
     .rank = 4, .when = scrolls_lesson},
    {"o", "lesson beside the numbers, over the whole screen, hidden", .run = cycle_lesson,
     .hint = "o:lesson", .rank = 13},
    {"c", "what the step costs: multiplications, additions, exponentials, bytes",
     .run = toggle_cost},
    {"x", "a figure of the selected matrix: choose its kind, write it",
     "There is no matrix to export here.", .screens = ON_WALK | ON_LARGE | ON_HEADS | ON_FLOW,
     .run = figure_dialog_open, .hint = "x:export", .rank = 15, .when = may_export},
};

const ActionGroup showing = {"Showing", ON_WALK, showing_rows, ACTION_ROWS(showing_rows)};
