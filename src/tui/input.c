// From keys to actions. Everything that reaches the walk from the terminal, from `--keys` and from
// tests comes through app_key().
#include "tui/input.h"

#include "tui/autoplay.h"
#include "tui/draw.h"
#include "tui/edit/answer.h"
#include "tui/edit/editing.h"
#include "tui/find/marking.h"
#include "tui/find/prompt.h"
#include "tui/view.h"

static AppResult finish(App *app)
{
    bool repaint = app->repaint;
    app->repaint = false;
    return app->quit ? APP_QUIT : repaint ? APP_REPAINT : APP_GO_ON;
}

void app_run(App *app, const Action *action)
{
    int stage = app->walk->stage;
    bool changed = action->run ? action->run(app) : action->step(app, action->by);
    if (app->walk->stage != stage && !app->lit) app->lesson_scroll = SCROLL_FOLLOWS;
    if (!changed && action->idle && !app->message && !walk_at_failure(app->walk))
        app_say(app, false, "%s", action->idle);
}

void app_press(App *app, Screen screen, int code)
{
    bool prefix;
    const Action *action = action_find(&(Key){.code = code}, 1, screen, &prefix);
    app->screen = screen;
    if (action) app_run(app, action);
}

static void say_unbound(App *app, const Key *keys, int count)
{
    Buf name = {.arena = &app->message_arena};
    for (int i = 0; i < count; i++) key_write(&name, keys[i]);
    app_say(app, false, "%s does nothing here. ? for help", buf_text(&name));
}

// ---- the mouse ----------------------------------------------------------------------------------

static bool contains(Rect area, Key key)
{
    return key.column >= area.column && key.column < area.column + area.columns &&
           key.row >= area.row && key.row < area.row + area.rows;
}

static void click(App *app, const Hit *hit, bool is_second)
{
    if (hit->action) {
        app_run(app, hit->action);
    } else if (hit->click) {
        (is_second && hit->open ? hit->open : hit->click)(app, hit->number);
    } else if (walk_select(app->walk, hit->cell) && is_second) {
        app_press(app, app->screen, KEYCODE_ENTER);
    }
}

// What was drawn last lies on top.
static bool hit(App *app, Key key, const Hit *hit)
{
    if (!contains(hit->area, key)) return false;
    bool turned = key.code == KEYCODE_WHEEL_UP || key.code == KEYCODE_WHEEL_DOWN;
    if (turned ? !hit->wheel : hit->wheel != NULL) return false;
    if (turned)
        hit->wheel(app, key.code == KEYCODE_WHEEL_UP ? -1 : 1);
    else
        click(app, hit, key.code == KEYCODE_DOUBLE_CLICK);
    return true;
}

static bool mouse(App *app, Key key)
{
    if (key.code < KEYCODE_CLICK || key.code > KEYCODE_DRAG) return false;
    if (key.code == KEYCODE_DRAG) {
        app_say(app, false, "To select text, drag with Shift (Option in iTerm2), or type :mouse");
        return true;
    }
    app->pressed = key;
    Arena scratch = {0};
    Frame frame = frame_new(&scratch, app->columns, app->rows);
    Canvas canvas = {.app = app, .walk = app->walk, .arena = &scratch, .frame = &frame};
    draw_on(&canvas);
    for (int i = canvas.hit_count - 1; i >= 0 && !hit(app, key, &canvas.hits[i]);) i--;
    arena_free(&scratch);
    return true;
}

// ---- keys ---------------------------------------------------------------------------------------

// On a screen that is too small only leaving and redrawing work: nobody sees what else is done.
static AppResult key_when_too_small(App *app, Key key)
{
    if (key.code == 'q') app->quit = true;
    if (key.code == KEY_CONTROL('l')) app->repaint = true;
    return finish(app);
}

// There is no line that it goes into.
static AppResult refuse_paste(App *app)
{
    app_say(app, false, "Pasted text is not typed here.");
    return finish(app);
}

static void type(App *app, Key key)
{
    unsigned screen = app->screen;
    Key keys[ACTION_KEYS] = {app->pending, key};
    bool prefix, was_pending = app->has_pending;
    app->has_pending = false;
    app->pressed = key;
    const Action *action =
        was_pending ? action_find(keys, 2, screen, &prefix) : action_find(&key, 1, screen, &prefix);
    if (action) {
        app_run(app, action);
    } else if (was_pending) { // the second key alone might do something that nobody meant
        if (key.code != KEYCODE_ESCAPE) say_unbound(app, keys, 2);
    } else if (prefix) {
        app->pending = key;
        app->has_pending = true;
        mark_begun(app, key);
    } else if (screen != ON_PROMPT || !prompt_key(app, key)) {
        say_unbound(app, &key, 1);
    }
}

// ---- what is typed outside of a prompt ----------------------------------------------------------

bool typing_key(App *app, int code)
{
    Key key = {.code = code};
    return editing_key(app, key) || answer_key(app, key);
}

AppResult app_key(App *app, Key key)
{
    app->message = NULL;
    app->lit = false;
    arena_free(&app->message_arena);
    bool too_small = layout_tier(app->columns, app->rows) == TIER_NONE;
    if (key.pasted && (too_small || app->screen != ON_PROMPT)) return refuse_paste(app);
    if (too_small) return key_when_too_small(app, key);
    if (autoplay_stops_at(app, key)) app->playing = false;
    if (present_key(app, key)) return finish(app);
    if (mouse(app, key)) {
        editing_leave(app);
        answer_leave(app);
    } else if (app->has_pending) {
        type(app, key);
    } else if (!editing_key(app, key) && !answer_key(app, key)) {
        type(app, key);
    }
    return finish(app);
}
