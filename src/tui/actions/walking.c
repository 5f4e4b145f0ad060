// The keys that move through the lesson, as rows of the table of actions.
#include "tui/actions/rows.h"
#include "tui/autoplay.h"
#include "tui/pages/scroll.h"

static bool next(App *app)
{
    if (lesson_read_on(app)) return true;
    bool changed = walk_next(app->walk);
    if (app->walk->settled >= 0) { // shown on request: now its reason is to be read
        app->lesson_scroll = SCROLL_FOLLOWS;
        app_say(app, false, "%s", app->walk->questions[app->walk->settled].answer.says);
    }
    if (changed || app->message || walk_at_failure(app->walk) || !show_lessons(app, 1))
        return changed;
    app_say(app, false, "That was the lesson. Enter opens the next one, Esc goes back.");
    return true;
}

static bool back(App *app)
{
    return lesson_read_back(app) || walk_back(app->walk);
}

static const Action walking_rows[] = {
    {"Space", "go on: the next number, the next operation, the next page",
     "This is the end of the lesson. [ goes back, q quits.", .screens = ON_WALK, .run = next,
     .hint = "Space:next", .rank = 1, .when = goes_on},
    {"Backspace", "go back by the same amount", "This is the beginning of the lesson.",
     .screens = ON_WALK, .run = back, .hint = "Bksp:back", .rank = 10, .when = is_begun},
    {"]", "to the next step of the lesson", "This is the end of the lesson.", .step = go_step,
     .by = 1, .hint = "[ ]:step", .rank = 2, .when = has_steps},
    {"[", "to the beginning of this step, then to the one before",
     "This is the beginning of the lesson.", .step = go_step, .by = -1},
    {")", "to the next operation", "This is the end of the lesson.", .step = go_operation, .by = 1,
     .hint = "( ):operation", .rank = 12},
    {"(", "to the beginning of this operation, then to the one before",
     "This is the beginning of the lesson.", .step = go_operation, .by = -1},
    {"s", "step into the call, to the operations of the function",
     "There is no call here to step into.", .run = step_into, .hint = "s:into", .rank = 3,
     .when = is_call},
    {"S", "step out, to the call as a whole", "This is not inside a call.", .run = step_out,
     .hint = "S:out", .rank = 3, .when = is_inside},
    {"a", "autoplay on and off: stops at questions and where a step ends", .run = autoplay_toggle,
     .hint = "a:play", .rank = 16, .when = may_move},
    {",", "autoplay: lower speed", "It cannot be slower.", .screens = ON_WALK,
     .step = autoplay_speed, .by = -1, .hint = ", .:speed", .rank = 2, .when = is_playing},
    {".", "autoplay: higher speed", "It cannot be faster.", .screens = ON_WALK,
     .step = autoplay_speed, .by = 1},
    {"t", "the outline: every call and operation, and back", .screens = ON_WALK,
     .run = toggle_outline, .hint = "t:outline", .rank = 9, .when = has_calls},
    {"L", "all lessons", "There are no other lessons here.", .screens = ON_WALK,
     .step = show_lessons},
};

const ActionGroup walking = {"Walking", ON_WALK | ON_PRESENT, walking_rows,
                             ACTION_ROWS(walking_rows)};
