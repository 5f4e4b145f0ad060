// Moving through the lesson.
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
    {"Space", "Space:next", 1, "go on: the next number, the next operation, the next page",
     "This is the end of the lesson. [ goes back, q quits.", ON_WALK, next, goes_on},
    {"Backspace", "Bksp:back", 10, "go back by the same amount",
     "This is the beginning of the lesson.", ON_WALK, back, is_begun},
    {"]", "[ ]:step", 2, "to the next step of the lesson", "This is the end of the lesson.",
     ON_WALK | ON_PRESENT, next_step, has_steps},
    {"[", NULL, 0, "to the beginning of this step, then to the one before",
     "This is the beginning of the lesson.", ON_WALK | ON_PRESENT, previous_step, NULL},
    {")", "( ):operation", 12, "to the next operation", "This is the end of the lesson.",
     ON_WALK | ON_PRESENT, next_operation, NULL},
    {"(", NULL, 0, "to the beginning of this operation, then to the one before",
     "This is the beginning of the lesson.", ON_WALK | ON_PRESENT, previous_operation, NULL},
    {"s", "s:into", 3, "step into the call, to the operations of the function",
     "There is no call here to step into.", ON_WALK | ON_PRESENT, step_into, is_call},
    {"S", "S:out", 3, "step out, to the call as a whole", "This is not inside a call.",
     ON_WALK | ON_PRESENT, step_out, is_inside},
    {"a", "a:play", 16, "autoplay on and off: stops at questions and where a step ends", NULL,
     ON_WALK | ON_PRESENT, autoplay_toggle, may_move},
    {",", ", .:speed", 2, "autoplay: lower speed", "It cannot be slower.", ON_WALK, autoplay_slower,
     is_playing},
    {".", NULL, 0, "autoplay: higher speed", "It cannot be faster.", ON_WALK, autoplay_faster,
     NULL},
    {"t", "t:outline", 9, "the outline: every call and operation, and back", NULL, ON_WALK,
     toggle_outline, has_calls},
    {"L", NULL, 0, "all lessons", "There are no other lessons here.", ON_WALK, to_lessons, NULL},
};

const ActionGroup walking = {"Walking", walking_rows, ACTION_ROWS(walking_rows)};
