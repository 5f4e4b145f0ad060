// The keys of the screen on which usual mistakes are tried out: the step is computed once more
// with the scaling left out, softmax along the other axis, and so on, while the run itself stays
// as it is. The comparison is in src/walk; what is here chooses the switch and the tensor that is
// shown.
#include "tui/edit/whatif.h"

#include "walk/edit.h"
#include "walk/work.h"

// The first tensor that can be compared cell by cell.
static void show_first(App *app)
{
    Arena scratch = {0};
    int *entries, count = whatif_entries(&app->what_if, &scratch, &entries);
    int64_t cells;
    app->what_if_shown = 0;
    for (int i = 0; i < count; i++) {
        if (whatif_changed_cells(&app->what_if, entries[i], &cells) < 0) continue;
        app->what_if_shown = i;
        break;
    }
    arena_free(&scratch);
}

// The step is computed again, on opening once for each switch.
static void wait_for_step(App *app)
{
    enum { MOST_WORK = 30000 };
    if (!work_is_less(app->walk, walk_stage(app->walk).step, MOST_WORK)) app_wait(app);
}

// Then the screen says so.
static bool was_stopped(App *app)
{
    if (app->what_if.was_stopped) app_say(app, false, WALK_STOPPED);
    return app->what_if.was_stopped;
}

bool whatif_toggle(App *app)
{
    if (app->screen == ON_WHATIF) {
        app->screen = app->home;
        whatif_close(&app->what_if);
        return true;
    }
    wait_for_step(app);
    bool any = whatif_open(&app->what_if, app->walk, walk_stage(app->walk).step);
    if (any) {
        app->screen = ON_WHATIF;
        show_first(app);
    } else if (!was_stopped(app)) {
        int step = whatif_nearest_step(app->walk, walk_stage(app->walk).step);
        if (step >= 0)
            app_say(app, false, "No operation of this step has a switch. Step %d has some.",
                    step + 1);
    }
    if (!any) whatif_close(&app->what_if);
    return any;
}

bool whatif_move(App *app, int by)
{
    wait_for_step(app);
    if (!whatif_turn(&app->what_if, app->walk, by)) return was_stopped(app);
    show_first(app);
    if (!app->what_if.is_on) app_say(app, false, "This switch does not fit here.");
    return true;
}

bool whatif_choose(App *app, int number)
{
    return whatif_move(app, number - app->what_if.at);
}

bool whatif_warm(App *app, int by)
{
    return whatif_warmer(&app->what_if, app->walk, by) || was_stopped(app);
}

bool whatif_show_tensor(App *app, int by)
{
    Arena scratch = {0};
    int *entries, count = whatif_entries(&app->what_if, &scratch, &entries);
    arena_free(&scratch);
    if (count < 2) return false;
    app->what_if_shown = (app->what_if_shown + by + count) % count;
    return true;
}

bool whatif_is_hinted(const App *app)
{
    int step = walk_stage(app->walk).step;
    const Lesson *lesson = &app->walk->lesson;
    if (step < 0 || step >= lesson->step_count) return false;
    for (int b = 0; b < lesson->steps[step].count; b++) {
        const Block *block = &lesson->steps[step].blocks[b];
        for (int i = 0; block->kind == BLOCK_CODE && i < block->code.option_count; i++) {
            if (str_is(block->code.options[i].key, "switch")) return true;
        }
    }
    return false;
}
