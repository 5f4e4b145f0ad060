// Autoplay as a state machine without a clock: the main loop asks autoplay_wait() for the time
// until the next step and calls autoplay_tick() when it has passed. Tests can thus play a lesson
// without waiting. A step takes 1.5 seconds, or 4.5 where there is only text to read; each speed
// halves or doubles that.
#include "tui/parts/autoplay.h"

#include "tui/parts/lesson_sight.h"

enum { CELL_MS = 1500, PROSE_FACTOR = 3, SLOWEST = -2, FASTEST = 3 };

static const char *speed_text(int speed)
{
    static const char *const TEXTS[] = {"1/4", "1/2", "1", "2", "4", "8"};
    return TEXTS[speed - SLOWEST];
}

static bool at_end_of_step(const Walk *walk)
{
    if (walk->ran.stage_count == 0) return true;
    const Stage *stage = &walk->ran.stages[walk->at.stage];
    if (walk->at.substep < stage->substeps) return false;
    return walk->at.stage + 1 == walk->ran.stage_count || stage[1].step != stage->step;
}

bool autoplay_toggle(App *app, int by UNUSED)
{
    if (app->options->no_motion) {
        app_say(app, false, "Nothing moves by itself with --no-motion.");
        return true;
    }
    app->playing = !app->playing;
    if (app->playing && at_end_of_step(app->walk)) walk_next(app->walk); // it stopped here before
    if (!app->playing)
        app_say(app, false, "Stopped. a plays on.");
    else if (app_top(app) == SCREEN_WALK)
        app_say(app, false, "Playing at speed %s. Other keys than , . stop it.",
                speed_text(app->speed));
    else
        app_say(app, false, "Playing. Any key stops it.");
    return true;
}

bool autoplay_speed(App *app, int by)
{
    int speed = app->speed + by;
    if (speed < SLOWEST || speed > FASTEST) return false;
    app->speed = speed;
    app_say(app, false, "Speed %s.%s", speed_text(speed), app->playing ? "" : " a plays.");
    return true;
}

const char *autoplay_state(const App *app, Arena *arena)
{
    if (!app->playing) return "";
    return app->speed ? arena_printf(arena, "playing, speed %s", speed_text(app->speed))
                      : "playing";
}

// Where there is text to read it takes longer.
int autoplay_wait(const App *app)
{
    if (!app->playing) return -1;
    int wait = app->walk->at.focus >= 0 ? CELL_MS : CELL_MS * PROSE_FACTOR;
    return app->speed >= 0 ? wait >> app->speed : wait << -app->speed;
}

static void stop(App *app, const char *says)
{
    app->playing = false;
    app_say(app, false, "%s", says);
}

void autoplay_tick(App *app)
{
    if (!app->playing) return;
    arena_free(app->scratch);
    app->message = NULL;
    if (walk_question(app->walk) && walk_question_reached(app->walk)) {
        stop(app, "Stopped at a question.");
        return;
    }
    if (app_top(app) == SCREEN_WALK && lesson_read_on(app)) return;
    if (at_end_of_step(app->walk)) {
        stop(app, "Stopped at the end of the step. Space goes on, a plays on from there.");
        return;
    }
    int stage = app->walk->at.stage;
    walk_next(app->walk);
    if (app->walk->at.stage != stage) app->lesson_scroll = SCROLL_FOLLOWS;
}
