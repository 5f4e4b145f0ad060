// The loop on a terminal: draw, wait, let the keys act.
#include "tui/tui.h"

#include "base/machine/clock.h"
#include "terminal/rescue.h"
#include "terminal/screen.h"
#include "terminal/term.h"
#include "terminal/watch.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/parts/autoplay.h"
#include "tui/parts/motion.h"

static void show(const App *app)
{
    SCRATCH(frame_arena);
    Frame frame = draw(app, &frame_arena);
    term_show(&frame);
}

// Autoplay may be faster than any motion.
static void begin_motion(App *app)
{
    int autoplay = autoplay_wait(app);
    if (term_may_move() && (autoplay < 0 || autoplay > MOTION_MS)) motion_begin(app);
}

// Returns false when the user has quit.
static bool take_keys(App *app, const Key *keys, int count)
{
    if (count) motion_note(app);
    for (int i = 0; i < count; i++) {
        AppResult result = app_key(app, keys[i]);
        if (result == APP_QUIT) return false;
        if (result == APP_REPAINT) screen_forget();
    }
    if (count == 1) begin_motion(app);
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

static int left_ms(int64_t at)
{
    int64_t left = at - clock_ms();
    return left > 0 ? (int)left : 0;
}

static TuiWatch attend(App *app)
{
    const TuiOptions *options = app->options;
    TuiWatch watch = {.every_ms = -1};
    if (!options->attend) return watch;
    int stage = app->walk->at.stage, substep = app->walk->at.substep;
    watch = options->attend(options->attend_context, app->walk, app_words(app, app->scratch));
    arena_free(app->scratch);
    app->far = watch.says;
    bool is_said = watch.says && options->mode == MODE_WALK && !app->message;
    if (is_said) app_say(app, !watch.ran, "%s", watch.says);
    if (watch.ran) app_leave_run(app);
    bool was_moved = watch.ran || app->walk->at.stage != stage || app->walk->at.substep != substep;
    if (was_moved) app->lesson_scroll = SCROLL_FOLLOWS;
    if (was_moved) motion_end(app);
    return watch;
}

typedef struct Clock {
    int64_t began;
    int64_t play_at; // when autoplay goes on; 0: from now on it waits anew
    int64_t move_at; // the same of what moves
} Clock;

// What is to happen after `wait`, -1 never: until then.
static int until(int wait, int64_t *at)
{
    if (wait < 0) return -1;
    if (*at == 0) *at = clock_ms() + wait;
    return left_ms(*at);
}

// Milliseconds to sleep: until the time on the screen, the walk or what moves goes on.
static int sleep_ms(const App *app, TuiWatch watch, Clock *clock)
{
    enum { SECOND = 1000 };
    int autoplay = until(autoplay_wait(app), &clock->play_at);
    int motion = until(motion_wait(app), &clock->move_at);
    int64_t own = clock_sooner(motion, app->timer ? SECOND : -1);
    return (int)clock_sooner(clock_sooner(autoplay, watch.every_ms), own);
}

// Frames that are late already are left out.
static void move(App *app, Clock *clock)
{
    while (motion_wait(app) >= 0 && left_ms(clock->move_at) == 0) {
        motion_tick(app);
        clock->move_at += motion_wait(app);
    }
}

static void after_event(App *app, TermEvent event, Clock *clock)
{
    bool due = event == TERM_TIME && app->playing && left_ms(clock->play_at) == 0;
    if (event == TERM_TIME) move(app, clock);
    if (due) motion_note(app);
    if (due) autoplay_tick(app);
    if (due) begin_motion(app);
    if (due || event != TERM_TIME) clock->play_at = 0;
    if (due || event == TERM_KEYS) clock->move_at = 0;
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
        term_take_mouse(!app->mouse_left); // before the message says so
        app->pixels = term_pixels();
        app->ascii = !term_shows(U'√');
        show(app);
        if (walk_stage(app->walk).step != step && keep(app)) show(app);
        step = walk_stage(app->walk).step;
        const Key *keys;
        int count;
        TermEvent event = term_wait(sleep_ms(app, watch, &clock), &keys, &count);
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
    Watch *outside = walk->program.watch;
    walk->program.watch = watch_screen();
    app_init(&app, walk, options, columns, rows);
    app.show = show;
    Motion motion = {0};
    if (!options->no_motion) app.motion = &motion;
    app_say_first(&app);
    if (term_note()) app_say(&app, false, "%s", term_note());
    loop(&app);
    motion_free(&app);
    keep(&app); // while signals are still caught: a hangup now must not lose it
    term_close();
    int signal = rescue_signal(); // it may have come while the terminal was given back
    walk->program.watch = outside;
    app_free(&app);
    if (signal) rescue_raise(signal);
    return true;
}
