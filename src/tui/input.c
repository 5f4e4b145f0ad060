// From keys to actions. Everything that reaches the walk from the terminal, from `--keys` and from
// tests comes through app_key().
#include "tui/input.h"

#include "tui/answer.h"
#include "tui/autoplay.h"
#include "tui/changes.h"
#include "tui/draw.h"
#include "tui/editing.h"
#include "tui/outline.h"
#include "tui/reach.h"
#include "tui/scroll.h"
#include "tui/view.h"
#include "tui/whatif.h"

static AppResult finish(App *app)
{
    bool repaint = app->repaint;
    app->repaint = false;
    return app->quit ? APP_QUIT : repaint ? APP_REPAINT : APP_GO_ON;
}

static void run_action(App *app, const Action *action)
{
    int stage = app->walk->stage;
    bool changed = action->run(app);
    if (app->walk->stage != stage) app->lesson_scroll = SCROLL_FOLLOWS;
    if (!changed && action->idle && !app->message && !app_at_failure(app))
        app_say(app, false, "%s", action->idle);
}

static void say_unbound(App *app, const Key *keys, int count)
{
    Buf name = {.arena = &app->message_arena};
    for (int i = 0; i < count; i++) key_write(&name, keys[i]);
    app_say(app, false, "%s does nothing here. ? for help", buf_text(&name));
}

static bool contains(Rect area, int column, int row)
{
    return column >= area.column && column < area.column + area.columns && row >= area.row &&
           row < area.row + area.rows;
}

static void select_cell(App *app, Cell cell)
{
    if (app->screen == ON_HEADS)
        heads_select(app, cell);
    else
        walk_select(app->walk, cell);
}

static void click(App *app, Key key)
{
    Arena scratch = {0};
    Frame frame = frame_new(&scratch, app->columns, app->rows);
    Canvas canvas = {.app = app, .walk = app->walk, .arena = &scratch, .frame = &frame};
    draw_on(&canvas);
    for (int i = canvas.hit_count - 1; i >= 0; i--) {
        const Hit *hit = &canvas.hits[i];
        if (!contains(hit->area, key.column, key.row)) continue;
        if (hit->action)
            run_action(app, hit->action);
        else
            select_cell(app, hit->cell);
        break;
    }
    arena_free(&scratch);
}

static bool mouse(App *app, Key key)
{
    if (key.code == KEYCODE_CLICK) {
        click(app, key);
        return true;
    }
    int direction = key.code == KEYCODE_WHEEL_UP ? -1 : key.code == KEYCODE_WHEEL_DOWN ? 1 : 0;
    if (direction == 0) return false;
    if (app->screen == ON_HELP)
        help_scroll(app, direction, false);
    else if (app->screen == ON_COST)
        cost_scroll(app, direction);
    else if (app->screen == ON_CHANGES)
        changes_scroll(app, direction);
    else if (app->screen == ON_REACH)
        direction < 0 ? reach_up(app) : reach_down(app);
    else if (app->screen == ON_WHATIF)
        direction < 0 ? whatif_previous(app) : whatif_next(app);
    else if (app->screen & (ON_LESSONS | ON_FIGURE | ON_PRESENT | ON_STEPS))
        return true;
    else if (app->screen == ON_LARGE)
        direction < 0 ? large_up(app) : large_down(app);
    else if (app->screen == ON_HEADS)
        direction < 0 ? heads_up(app) : heads_down(app);
    else if (app->screen == ON_FLOW)
        direction < 0 ? flow_up(app) : flow_down(app);
    else if (app->screen == ON_OUTLINE)
        outline_move(app, direction);
    else
        lesson_scroll(app, direction, false);
    return true;
}

// On a screen that is too small only leaving and redrawing work: nobody sees what else is done.
static AppResult key_when_too_small(App *app, Key key)
{
    if (key.code == 'q') app->quit = true;
    if (key.code == KEY_CONTROL('l')) app->repaint = true;
    return finish(app);
}

static void type(App *app, Key key)
{
    unsigned screen = app->screen;
    Key keys[ACTION_KEYS] = {app->pending, key};
    bool prefix, was_pending = app->has_pending;
    app->has_pending = false;
    const Action *action = was_pending ? action_find(keys, 2, screen, &prefix) : NULL;
    if (!action) action = action_find(&key, 1, screen, &prefix);
    if (action) {
        run_action(app, action);
    } else if (prefix) {
        app->pending = key;
        app->has_pending = true;
    } else {
        say_unbound(app, &key, 1);
    }
}

AppResult app_key(App *app, Key key)
{
    app->message = NULL;
    arena_free(&app->message_arena);
    if (layout_tier(app->columns, app->rows) == TIER_NONE) return key_when_too_small(app, key);
    if (autoplay_stops_at(app, key)) app->playing = false;
    if (present_key(app, key)) return finish(app);
    if (mouse(app, key)) {
        editing_leave(app);
        answer_leave(app);
    } else if (!editing_key(app, key) && !large_goto_key(app, key.code) && !answer_key(app, key)) {
        type(app, key);
    }
    return finish(app);
}
