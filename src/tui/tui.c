// The loop: draw, wait, let the keys act. And the same without a terminal, for `show --screen`.
#include "tui/tui.h"

#include "terminal/rescue.h"
#include "terminal/signs.h"
#include "terminal/term.h"
#include "terminal/watch.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/parts/autoplay.h"

#include <time.h>

static void show(const App *app)
{
    Arena frame_arena = {0};
    Frame frame = draw(app, &frame_arena);
    term_show(&frame);
    arena_free(&frame_arena);
}

// Returns false when the user has quit.
static bool take_keys(App *app, const Key *keys, int count)
{
    for (int i = 0; i < count; i++) {
        AppResult result = app_key(app, keys[i]);
        if (result == APP_QUIT) return false;
        if (result == APP_REPAINT) term_repaint();
    }
    return true;
}

// Returns whether there is something to be said of it.
static bool keep(App *app)
{
    const TuiOptions *options = app->options;
    const char *says = options->keep ? options->keep(options->keep_context, app->walk) : NULL;
    if (says) app_say(app, true, "%s", says);
    return says != NULL;
}

static int64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int left_ms(int64_t at)
{
    int64_t left = at - clock_ms();
    return left > 0 ? (int)left : 0;
}

static TuiWatch attend(App *app)
{
    const TuiOptions *options = app->options;
    TuiWatch watch = {.descriptor = -1, .every_ms = -1};
    if (!options->attend) return watch;
    Arena scratch = {0};
    int stage = app->walk->stage, substep = app->walk->substep;
    watch = options->attend(options->attend_context, app->walk, app_tells(app, &scratch));
    arena_free(&scratch);
    app->far = watch.says;
    if (watch.ran) app_leave_run(app);
    if (app->walk->stage != stage || app->walk->substep != substep)
        app->lesson_scroll = SCROLL_FOLLOWS;
    return watch;
}

static int sooner(int a, int b)
{
    return a < 0 ? b : b < 0 ? a : a < b ? a : b;
}

typedef struct Clock {
    int64_t began;
    int64_t play_at; // when autoplay goes on; 0: from now on it waits anew
} Clock;

// Milliseconds to sleep: until the time on the screen or the walk goes on.
static int sleep_ms(const App *app, TuiWatch watch, Clock *clock)
{
    enum { SECOND = 1000 };
    int autoplay = autoplay_wait(app);
    if (autoplay >= 0 && clock->play_at == 0) clock->play_at = clock_ms() + autoplay;
    if (autoplay >= 0) autoplay = left_ms(clock->play_at);
    return sooner(sooner(autoplay, watch.every_ms), app->timer ? SECOND : -1);
}

static void after_event(App *app, TermEvent event, Clock *clock)
{
    bool due = event == TERM_TIME && app->playing && left_ms(clock->play_at) == 0;
    if (due) autoplay_tick(app);
    if (due || (event != TERM_TIME && event != TERM_WATCHED)) clock->play_at = 0;
    int columns, rows;
    term_size(&columns, &rows);
    app_resize(app, columns, rows);
}

static void loop(App *app)
{
    Clock clock = {.began = clock_ms()};
    for (int step = walk_stage(app->walk).step;;) {
        TuiWatch watch = attend(app);
        app->seconds = (int)((clock_ms() - clock.began) / 1000);
        term_take_mouse(!app->mouse_left); // before it is told
        app->pixels = term_pixels();
        app->ascii = !term_shows(U'√');
        show(app);
        if (walk_stage(app->walk).step != step && keep(app)) show(app);
        step = walk_stage(app->walk).step;
        const Key *keys;
        int count;
        TermEvent event = term_wait(sleep_ms(app, watch, &clock), watch.descriptor, &keys, &count);
        if (event == TERM_LEAVE || !take_keys(app, keys, count)) return;
        after_event(app, event, &clock);
    }
}

bool tui_run(Walk *walk, const TuiOptions *options, Error *error)
{
    TermOptions terminal = {.color = options->color,
                            .theme = options->theme,
                            .palette = options->palette,
                            .painted = options->mode == MODE_PRESENT,
                            .signs = options->signs,
                            .no_mouse = options->no_mouse};
    if (!term_open(&terminal, error)) return false;
    App app;
    int columns, rows;
    term_size(&columns, &rows);
    Watch *outside = walk->watch;
    walk->watch = watch_screen();
    app_init(&app, walk, options, columns, rows);
    app.show = show;
    if (options->note) app_say(&app, false, "%s", options->note);
    if (term_note()) app_say(&app, false, "%s", term_note());
    loop(&app);
    keep(&app); // while signals are still caught: a hangup now must not lose it
    int signal = rescue_signal();
    term_close();
    walk->watch = outside;
    app_free(&app);
    if (signal) rescue_raise(signal);
    return true;
}

enum { MOST_COLUMNS = 1000, MOST_ROWS = 1000 };

static bool play(App *app, const char *keys, Error *error)
{
    for (Str rest = str_from(keys); rest.n && !app->quit;) {
        Key key;
        if (!key_parse(&rest, &key, error)) return false;
        app_key(app, key);
    }
    return true;
}

bool tui_screen(Walk *walk, int columns, int rows, const char *keys, const TuiOptions *options,
                Buf *out, Error *error)
{
    if (columns < 1 || rows < 1 || columns > MOST_COLUMNS || rows > MOST_ROWS) {
        error_set(error, NULL, "a screen of %dx%d cannot be drawn", columns, rows);
        return error_hint(error, "--size 80x24; up to %dx%d", MOST_COLUMNS, MOST_ROWS);
    }
    App app;
    app_init(&app, walk, options, columns, rows);
    bool played = play(&app, keys, error);
    if (played) {
        Arena frame_arena = {0};
        Frame frame = draw(&app, &frame_arena);
        signs_apply(&(Signs){.set = options->signs}, &frame);
        frame_print(&frame, out);
        arena_free(&frame_arena);
    }
    app_free(&app);
    return played;
}

bool tui_key(int i, TuiKey *key)
{
    const Action *action = action_at(i);
    if (!action) return false;
    *key = (TuiKey){action->keys, action->help, action_screens(action) & ON_WALK,
                    action_screens(action) & ON_HELP};
    return true;
}
