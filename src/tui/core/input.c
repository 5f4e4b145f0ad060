// From keys to actions. Everything that reaches the walk from the terminal, from `--keys` and from
// tests comes through app_key(). Who may take a key: the screen on top itself, then its actions.
#include "tui/core/input.h"

#include "tui/core/draw.h"
#include "tui/core/screen.h"

static AppResult finish(App *app)
{
    bool repaint = app->repaint;
    app->repaint = false;
    arena_free(app->scratch);
    return app->quit ? APP_QUIT : repaint ? APP_REPAINT : APP_GO_ON;
}

void app_run(App *app, const Action *action)
{
    int stage = app->walk->at.stage;
    app->reads &= action->reads;
    bool changed = action->opens     ? app_open(app, action->opens, action->by)
                   : action->run     ? action->run(app, action->by)
                   : action->walk_by ? action->walk_by(app->walk, action->by)
                                     : action->walk(app->walk);
    if (app->walk->at.stage != stage && !app->lit && !app->reads)
        app->lesson_scroll = SCROLL_FOLLOWS;
    if (!changed && action->refusal && !app->message && !walk_at_failure(app->walk))
        app_say(app, false, "%s", action->refusal);
}

void app_press(App *app, int code)
{
    const Action *begun, *action = action_find(&(Key){.code = code}, 1, app_on(app), &begun);
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
        hit->click(app, hit->number);
        if (hit->selects && is_second) app_press(app, KEYCODE_ENTER);
    } else if (walk_select(app->walk, hit->cell) && is_second) {
        app_press(app, KEYCODE_ENTER);
    }
}

// What was drawn last is on top.
static bool find_hit(const App *app, Key key, bool turned, Hit *found)
{
    for (int i = app->hits->count - 1; i >= 0; i--) {
        *found = app->hits->list[i];
        if (contains(found->area, key) && turned == (found->wheel != NULL)) return true;
    }
    return false;
}

static bool is_mouse(Key key)
{
    return key.code >= KEYCODE_CLICK && key.code <= KEYCODE_DRAG;
}

// What is there on the frame that was drawn last.
static bool mouse(App *app, Key key)
{
    if (!is_mouse(key)) return false;
    if (key.code == KEYCODE_DRAG) {
        app_say(app, false, "To select text, drag with Shift (Option in iTerm2), or type :mouse");
        return true;
    }
    app->pressed = key;
    Hit hit;
    bool turned = key.code == KEYCODE_WHEEL_UP || key.code == KEYCODE_WHEEL_DOWN;
    if (!find_hit(app, key, turned, &hit)) return true;
    if (turned)
        hit.wheel(app, key.code == KEYCODE_WHEEL_UP ? -1 : 1);
    else
        click(app, &hit, key.code == KEYCODE_DOUBLE_CLICK);
    return true;
}

// ---- keys ---------------------------------------------------------------------------------------

static void type(App *app, Key key)
{
    unsigned screens = app_on(app);
    Key keys[ACTION_KEYS] = {{.code = app->pending}, key};
    bool was_pending = app->pending;
    app->pending = 0;
    app->pressed = key;
    const Action *begun, *action = was_pending ? action_find(keys, 2, screens, &begun)
                                               : action_find(&key, 1, screens, &begun);
    if (action) {
        app_run(app, action);
    } else if (was_pending) { // the second key alone might do something that was not meant
        if (key.code != KEYCODE_ESCAPE) say_unbound(app, keys, 2);
    } else if (begun) {
        app->pending = key.code;
        if (begun->first_key) begun->first_key(app, key);
    } else {
        say_unbound(app, &key, 1);
    }
}

// Is it taken by the screen on top, or by one below that is left to it?
static bool is_taken(App *app, Key key)
{
    for (int depth = 0; app->depth != depth;) {
        depth = app->depth;
        const Screen *screen = screen_of(app_top(app));
        bool asked = screen->key && (!app->pending || app_top(app) == SCREEN_SMALL);
        if (asked && screen->key(app, key)) return true;
    }
    return false;
}

// Any key but its own stops the walk that goes on by itself.
static bool stops_playing(const App *app, Key key)
{
    const Action *begun, *action = action_find(&key, 1, app_on(app), &begun);
    return !(action && action->is_for_playing) && app_top(app) != SCREEN_SMALL;
}

// Where something has changed since the last frame was drawn, what would be seen is drawn.
static void find_hits(const App *app)
{
    SCRATCH(scratch);
    if (!app->hits->is_of_now) draw(app, &scratch);
}

AppResult app_key(App *app, Key key)
{
    if (is_mouse(key)) find_hits(app);
    app->hits->is_of_now = false;
    app->message = NULL;
    app->tells_answer = false;
    if (app->quits) app->quits--;
    app->lit = false;
    arena_free(&app->message_arena);
    if (key.pasted && !screen_of(app_top(app))->takes_text) { // there is no line that it goes into
        app_say(app, false, "Pasted text is not typed here.");
        return finish(app);
    }
    if (app->playing) app->playing = !stops_playing(app, key);
    if (is_taken(app, key)) return finish(app);
    if (!mouse(app, key))
        type(app, key);
    else if (app_top(app) == SCREEN_TYPING)
        app_leave(app);
    return finish(app);
}
