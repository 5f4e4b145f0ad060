// The keys that edit numbers and show what follows from that, as rows of the table of actions.
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

static const Action changing_numbers_rows[] = {
    {"e", "edit the number, where the program gave it; elsewhere offers one that it is made from",
     .run = edit_begin, .hint = "e:edit", .rank = 4, .when = has_input},
    {"+ =", "nudge it up by 1 (0.1 where the tensor has fractions)", .step = edit_nudge, .by = 1},
    {"-", "nudge it down by as much", .step = edit_nudge, .by = -1},
    {"u", "undo the last edit; as often as there are any", "There is no edit to undo.",
     .screens = ON_WALK | ON_PRESENT | ON_CHANGES, .run = edit_undo, .hint = "u:undo", .rank = 3,
     .when = has_edits},
    {"Ctrl-R", "do again what was undone", "Nothing was undone.",
     .screens = ON_WALK | ON_PRESENT | ON_CHANGES, .run = edit_redo},
    {"r", "the cell as the program gave it", "This cell is not edited.", .run = edit_reset_cell},
    {"R", "every cell as the program gave it (u undoes that)", "There are no edits.",
     .screens = ON_WALK | ON_PRESENT | ON_CHANGES, .run = edit_reset_all},
    {"d", "what the edits changed: old -> new along the whole chain", .run = toggle_changes,
     .hint = "d:changes", .rank = 3, .when = has_edits},
    {"W", "what if this step scaled, masked or summed otherwise, or at another temperature?",
     "No operation of this step has a switch.", .run = whatif_toggle, .hint = "W:what if",
     .rank = 6, .when = offers_switches},
};

const ActionGroup changing_numbers = {"Changing numbers", ON_WALK | ON_PRESENT,
                                      changing_numbers_rows, ACTION_ROWS(changing_numbers_rows)};

static const Action on_feeds_rows[] = {
    {"Up k", "the tensor above", "This is the first one.", .step = reach_move, .by = -1},
    {"Down j Space", "the tensor below", "This is the last one.", .step = reach_move, .by = 1,
     .hint = "arrows:choose", .rank = 1},
    {"Right l f", "open the next level", "There is no further level.", .run = reach_deeper,
     .hint = "Right:next level", .rank = 2, .when = has_levels},
    {"Left h Backspace", "close the last level", "This is the first level.",
     .run = reach_shallower},
    {"Enter", "go to its operation", .run = reach_go, .hint = "Enter:go there", .rank = 3,
     .when = leads_somewhere},
    {"q Esc F", "back to the lesson", .run = reach_leave, .hint = "q:back"},
};

const ActionGroup on_feeds = {"On the screen of feeds and sources", ON_REACH, on_feeds_rows,
                              ACTION_ROWS(on_feeds_rows)};

static const Action on_switches_rows[] = {
    {"Up k", "the switch above", "This is the first one.", .step = whatif_move, .by = -1},
    {"Down j Space", "the switch below", "This is the last one.", .step = whatif_move, .by = 1,
     .hint = "arrows:switch", .rank = 1},
    {"+ =", "twice the temperature", "Only a temperature can be raised, up to 64.",
     .step = whatif_warm, .by = 1, .hint = "+ -:temperature", .rank = 2, .when = has_temperature},
    {"-", "half of it", "Only a temperature can be lowered, down to 0.25.", .step = whatif_warm,
     .by = -1},
    {"Tab", "the next tensor that comes out otherwise", "Only this tensor comes out otherwise.",
     .step = whatif_show_tensor, .by = 1, .hint = "Tab:tensor", .rank = 3, .when = differs_in_more},
    {"Shift-Tab", "the tensor before", "Only this tensor comes out otherwise.",
     .step = whatif_show_tensor, .by = -1},
    {"q Esc W", "back to the lesson", .run = whatif_toggle, .hint = "q:back"},
};

const ActionGroup on_switches = {"On the screen of switches", ON_WHATIF, on_switches_rows,
                                 ACTION_ROWS(on_switches_rows)};

static const Action on_changes_rows[] = {
    {"Up k Backspace", "scroll up by a line", "This is the top.", .step = changes_scroll, .by = -1},
    {"Down j Space", "scroll down by a line", "This is the end.", .step = changes_scroll, .by = 1,
     .hint = "arrows:scroll", .rank = 1, .when = scrolls_changes},
    {"PgUp Ctrl-U", "a page up", "This is the top.", .step = changes_scroll, .by = -PAGE},
    {"PgDn Ctrl-D", "a page down", "This is the end.", .step = changes_scroll, .by = PAGE},
    {"q Esc d", "back to the lesson", .run = toggle_changes, .hint = "q:back"},
};

const ActionGroup on_changes = {"On the screen of changes", ON_CHANGES, on_changes_rows,
                                ACTION_ROWS(on_changes_rows)};

static const Action while_typing_rows[] = {
    {"Enter", "take what is typed", .step = typing_key, .by = KEYCODE_ENTER, .hint = "Enter:done",
     .rank = 1},
    {"Backspace", "delete the last character", .step = typing_key, .by = KEYCODE_BACKSPACE},
    {"Esc Ctrl-G", "leave it as it was", .step = typing_key, .by = KEYCODE_ESCAPE,
     .hint = "Esc:leave", .rank = 1},
};

const ActionGroup while_typing = {"While a number or an answer is typed", ON_TYPING,
                                  while_typing_rows, ACTION_ROWS(while_typing_rows)};
