// Changing numbers, and what comes of that.
#include "tui/actions/rows.h"
#include "tui/edit/changes.h"
#include "tui/edit/editing.h"
#include "tui/edit/reach.h"
#include "tui/edit/typed.h"
#include "tui/edit/whatif.h"
#include "tui/input.h"

static bool toggle_changes(App *app)
{
    app->screen = app->screen == ON_CHANGES ? app->home : ON_CHANGES;
    app->page_top = 0;
    return true;
}

static bool changes_up(App *app)
{
    return changes_scroll(app, -1);
}

static bool changes_down(App *app)
{
    return changes_scroll(app, 1);
}

static bool changes_page_up(App *app)
{
    return changes_scroll(app, -(app->rows - 3));
}

static bool changes_page_down(App *app)
{
    return changes_scroll(app, app->rows - 3);
}

static const Action changing_numbers_rows[] = {
    {"e", "e:edit", 4,
     "edit the number, where the program gave it; elsewhere offers one that it is made from", NULL,
     ON_WALK | ON_PRESENT, edit_begin, has_input},
    {"+ =", NULL, 0, "nudge it up by 1 (0.1 where the tensor has fractions)", NULL,
     ON_WALK | ON_PRESENT, edit_raise, NULL},
    {"-", NULL, 0, "nudge it down by as much", NULL, ON_WALK | ON_PRESENT, edit_lower, NULL},
    {"u", "u:undo", 3, "undo the last edit; as often as there are any", "There is no edit to undo.",
     ON_WALK | ON_PRESENT | ON_CHANGES, edit_undo, has_edits},
    {"Ctrl-R", NULL, 0, "do again what was undone", "Nothing was undone.",
     ON_WALK | ON_PRESENT | ON_CHANGES, edit_redo, NULL},
    {"r", NULL, 0, "the cell as the program gave it", "This cell is not edited.",
     ON_WALK | ON_PRESENT, edit_reset_cell, NULL},
    {"R", NULL, 0, "every cell as the program gave it (u undoes that)", "There are no edits.",
     ON_WALK | ON_PRESENT | ON_CHANGES, edit_reset_all, NULL},
    {"d", "d:changes", 3, "what the edits changed: old -> new along the whole chain", NULL,
     ON_WALK | ON_PRESENT, toggle_changes, has_edits},
    {"W", "W:what if", 6,
     "what if this step scaled, masked or summed otherwise, or at another temperature?",
     "No operation of this step has a switch.", ON_WALK | ON_PRESENT, whatif_toggle,
     offers_switches},
};

const ActionGroup changing_numbers = {"Changing numbers", changing_numbers_rows,
                                      ACTION_ROWS(changing_numbers_rows)};

static const Action on_feeds_rows[] = {
    {"Up k", NULL, 0, "the tensor above", "This is the first one.", ON_REACH, reach_up, NULL},
    {"Down j Space", "arrows:choose", 1, "the tensor below", "This is the last one.", ON_REACH,
     reach_down, NULL},
    {"Right l f", "Right:next level", 2, "open the next level", "There is no further level.",
     ON_REACH, reach_deeper, has_levels},
    {"Left h Backspace", NULL, 0, "close the last level", "This is the first level.", ON_REACH,
     reach_shallower, NULL},
    {"Enter", "Enter:go there", 3, "go to its operation", NULL, ON_REACH, reach_go,
     leads_somewhere},
    {"q Esc F", "q:back", 0, "back to the lesson", NULL, ON_REACH, reach_leave, NULL},
};

const ActionGroup on_feeds = {"On the screen of feeds and sources", on_feeds_rows,
                              ACTION_ROWS(on_feeds_rows)};

static const Action on_switches_rows[] = {
    {"Up k", NULL, 0, "the switch above", "This is the first one.", ON_WHATIF, whatif_previous,
     NULL},
    {"Down j Space", "arrows:switch", 1, "the switch below", "This is the last one.", ON_WHATIF,
     whatif_next, NULL},
    {"+ =", "+ -:temperature", 2, "twice the temperature",
     "Only a temperature can be raised, up to 64.", ON_WHATIF, whatif_raise, has_temperature},
    {"-", NULL, 0, "half of it", "Only a temperature can be lowered, down to 0.25.", ON_WHATIF,
     whatif_lower, NULL},
    {"Tab", "Tab:tensor", 3, "the next tensor that comes out otherwise",
     "Only this tensor comes out otherwise.", ON_WHATIF, whatif_next_tensor, differs_in_more},
    {"Shift-Tab", NULL, 0, "the tensor before", "Only this tensor comes out otherwise.", ON_WHATIF,
     whatif_previous_tensor, NULL},
    {"q Esc W", "q:back", 0, "back to the lesson", NULL, ON_WHATIF, whatif_toggle, NULL},
};

const ActionGroup on_switches = {"On the screen of switches", on_switches_rows,
                                 ACTION_ROWS(on_switches_rows)};

static const Action on_changes_rows[] = {
    {"Up k Backspace", NULL, 0, "scroll up by a line", "This is the top.", ON_CHANGES, changes_up,
     NULL},
    {"Down j Space", "arrows:scroll", 1, "scroll down by a line", "This is the end.", ON_CHANGES,
     changes_down, scrolls_changes},
    {"PgUp Ctrl-U", NULL, 0, "a page up", "This is the top.", ON_CHANGES, changes_page_up, NULL},
    {"PgDn Ctrl-D", NULL, 0, "a page down", "This is the end.", ON_CHANGES, changes_page_down,
     NULL},
    {"q Esc d", "q:back", 0, "back to the lesson", NULL, ON_CHANGES, toggle_changes, NULL},
};

const ActionGroup on_changes = {"On the screen of changes", on_changes_rows,
                                ACTION_ROWS(on_changes_rows)};

static const Action while_typing_rows[] = {
    {"Enter", "Enter:done", 1, "take what is typed", NULL, ON_TYPING, typing_done, NULL},
    {"Backspace", NULL, 0, "delete the last character", NULL, ON_TYPING, typing_delete, NULL},
    {"Esc Ctrl-G", "Esc:leave", 1, "leave it as it was", NULL, ON_TYPING, typing_leave, NULL},
};

const ActionGroup while_typing = {"While a number or an answer is typed", while_typing_rows,
                                  ACTION_ROWS(while_typing_rows)};
