// The keys that go round a loop: to the iteration after this one, before it, the first, the last.

#include "study/film.h"
#include "tui/screens/shared.h"
#include "walk/edit.h"
#include "walk/iteration.h"

enum { CURVE_COLUMNS = 16 };

// Says where the walk is now, or why it stays.
static bool tell(App *app, bool went)
{
    int64_t at;
    const Loop *loop = walk_loop(app->walk, &at);
    if (walk_was_stopped(app->walk))
        app_say(app, false, WALK_STOPPED);
    else if (!went && loop && walk_holds_loop(app->walk))
        app_say(app, false, "Numbers are changed in this loop: u undoes that, then any iteration.");
    else if (went)
        app_say(app, false, "%s", film_iteration_text(loop, at, CURVE_COLUMNS, app->scratch));
    if (went) app->lesson_scroll = SCROLL_FOLLOWS;
    return went;
}

bool film_go(App *app, int iteration)
{
    return tell(app, walk_go_to_iteration(app->walk, iteration));
}

static bool move(App *app, int by)
{
    return tell(app, walk_move_iteration(app->walk, by));
}

static bool is_in_loop(const App *app)
{
    int64_t at;
    const Loop *loop = walk_loop(app->walk, &at);
    return loop && at >= 0 && film_is_worth_telling(loop);
}

static const char no_loop[] = "There is no iteration in that direction.";

static const Action rows[] = {
    {"J", "the next iteration of the loop, at the same operation", no_loop, .step = move, .by = 1,
     .hint = "J K:iteration", .rank = 2, .when = is_in_loop},
    {"K", "the iteration before", no_loop, .step = move, .by = -1},
    {"O", "the first iteration", no_loop, .step = move, .by = -FAR_ITERATIONS},
    {"E", "the last iteration; g and iteration 21 goes to any", no_loop, .step = move,
     .by = FAR_ITERATIONS},
    {"I", "the film: a name through the iterations, as small pictures", "There is no loop here.",
     .opens = SCREEN_FRAMES, .hint = "I:film", .rank = 8, .when = is_in_loop},
};

const ActionGroup going_round = {"In a loop", ACTION_ROWS(rows), ON_WALK | ON_PRESENT};
