// The stack of screens and the message of the status row. The states of all screens are made at the
// start, zeroed, so that what reads one need not ask whether it is there. When the program has
// run again, screens that show something of the former run are left (app_leave_run).
#include "tui/core/app.h"

#include "study/looks/typeset.h"
#include "study/names/title.h"
#include "terminal/signs.h"
#include "tui/core/screen.h"
#include "walk/edits/edit.h"
#include "walk/places/go.h"

#include <string.h>

static const Screen *const *screens;

void screens_are(const Screen *const *all)
{
    screens = all;
}

const Screen *screen_of(ScreenId id)
{
    return screens[id];
}

void app_begin(App *app, Walk *walk, const TuiOptions *options, int columns, int rows)
{
    static const ScreenId FIRST[] = {SCREEN_WALK, SCREEN_PRESENT, SCREEN_NOTES};
    *app = (App){.walk = walk,
                 .options = options,
                 .ascii = !signs_show(&(Signs){.set = options->signs}, U'√'),
                 .stack = {FIRST[options->mode]},
                 .depth = 1,
                 .lesson = options->mode == MODE_NOTES ? LESSON_WHOLE : LESSON_BESIDE,
                 .lesson_scroll = SCROLL_FOLLOWS,
                 .labelled = {.entry = -1}};
    for (int i = 0; i < SCREEN_COUNT; i++)
        app->state[i] = NEW_ARRAY(&app->arena, char, screen_of((ScreenId)i)->size + 1);
    app->hits = NEW(&app->arena, Hits);
    app->scratch = NEW(&app->arena, Arena);
    if (options->lessons && options->start_on_lessons) app_open(app, SCREEN_LESSONS, AS_FIRST);
    app_resize(app, columns, rows);
    if (options->start_on_heads) app_open(app, SCREEN_HEADS, 0);
    if (options->start_on_next) app_open(app, SCREEN_NEXT, 0);
    bool begins = options->mode == MODE_WALK && app->depth == 1 && !options->start_in_walk;
    if (begins)
        app_open(app, SCREEN_CONTENTS,
                 options->start_on_contents ? AS_FIRST : AS_FIRST_AT_BEGINNING);
}

// ---- the stack ----------------------------------------------------------------------------------

static void close_state(App *app, ScreenId id)
{
    const Screen *screen = screen_of(id);
    if (screen->close) screen->close(app->state[id]);
    if (screen->arena) arena_free((Arena *)((char *)app->state[id] + screen->arena));
    memset(app->state[id], 0, screen->size);
}

static void pop(App *app)
{
    ScreenId id = app->stack[--app->depth];
    if (!screen_of(id)->keeps) close_state(app, id);
}

static int place_of(const App *app, ScreenId id)
{
    int at = app->depth - 1;
    while (at >= 0 && app->stack[at] != id) at--;
    return at;
}

ScreenId app_top(const App *app)
{
    return app->stack[app->depth - 1];
}

unsigned app_on(const App *app)
{
    return 1u << app_top(app);
}

ScreenId app_subject_screen(const App *app)
{
    int at = app->depth - 1;
    while (at > 0 && (1u << app->stack[at]) & (ON_HELP | ON_PROMPT | ON_TYPING)) at--;
    return app->stack[at];
}

// What it is opened on is what is on top now, so that is left afterwards.
static bool open_over(App *app, ScreenId id, int by, bool instead)
{
    const Screen *screen = screen_of(id);
    bool opened = !screen->open || screen->open(app, by);
    if (!opened && !screen->keeps) close_state(app, id);
    if (!opened) return false;
    if (instead) pop(app);
    for (int at = place_of(app, id); at >= 0 && app->depth > at;) pop(app);
    app->stack[app->depth++] = id;
    return true;
}

bool app_open(App *app, ScreenId id, int by)
{
    return app_top(app) == id ? app_leave(app) : open_over(app, id, by, false);
}

bool app_open_instead(App *app, ScreenId id, int by)
{
    return open_over(app, id, by, true);
}

bool app_leave(App *app)
{
    if (app->depth > 1) pop(app);
    return true;
}

void app_return_to(App *app, ScreenId id)
{
    while (app->depth > 1 && app_top(app) != id) pop(app);
}

void app_go_home(App *app)
{
    app_return_to(app, app->stack[0]);
    app->lesson_scroll = SCROLL_FOLLOWS;
}

void app_leave_run(App *app)
{
    int first = 1;
    while (first < app->depth && !screen_of(app->stack[first])->is_of_run) first++;
    bool small = app_top(app) == SCREEN_SMALL;
    while (app->depth > first) pop(app);
    if (small && app_top(app) != SCREEN_SMALL) app->stack[app->depth++] = SCREEN_SMALL;
}

// Where there is no room, a screen that says so is on top.
void app_resize(App *app, int columns, int rows)
{
    bool small = layout_tier(columns, rows) == TIER_NONE;
    if (app_top(app) == SCREEN_SMALL) pop(app);
    if (small) app->stack[app->depth++] = SCREEN_SMALL;
    if (columns != app->columns || rows != app->rows) app->hits->is_of_now = false;
    app->columns = columns;
    app->rows = rows;
}

void app_free(App *app)
{
    while (app->depth) pop(app);
    for (int i = 0; i < SCREEN_COUNT; i++) close_state(app, (ScreenId)i);
    arena_free(&app->hits->arena);
    arena_free(app->scratch);
    arena_free(&app->arena);
    arena_free(&app->wanted_arena);
    arena_free(&app->message_arena);
    app->message = NULL;
}

Subject app_subject(const App *app, Arena *arena)
{
    const Screen *screen = screen_of(app_subject_screen(app));
    Subject made = {.cell = app->walk->at.selected};
    made.here = screen->shows_equation && app->walk->at.focus >= 0;
    if (made.here) made.figure = "equation";
    if (screen->subject) made = screen->subject(app, arena);
    int entry = made.cell.entry;
    if (!made.name) made.name = entry < 0 ? "" : tensor_title(app->walk->trace, entry, arena);
    return made;
}

// ---- words --------------------------------------------------------------------------------------

const char *app_typeset(const App *app, const char *text, Arena *arena)
{
    return app->ascii ? text : typeset(arena, text);
}

bool app_say(App *app, bool is_error, const char *format, ...)
{
    Buf text = {.arena = &app->message_arena};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    app->message = buf_text(&text);
    app->message_is_error = is_error;
    return true;
}

void app_say_error(App *app, const Error *error)
{
    const char *hint = error->hint ? arena_printf(app->scratch, " (%s)", error->hint) : "";
    app_say(app, true, "Error: %s%s", error->message, hint);
}

bool app_selects_label(const App *app)
{
    return app->labelled.entry >= 0 && cell_equal(app->labelled, app->walk->at.selected);
}

void app_say_first(App *app)
{
    const char *note = app->options->note;
    if (!note && app->options->mode == MODE_WALK) note = notice_text(app->walk, app->scratch);
    if (note) app_say(app, false, "%s", note);
}

void app_wait(App *app)
{
    if (!app->show) return;
    app_say(app, false, "Computing ...");
    app->show(app);
    app->message = NULL;
}

const char *app_words(const App *app, Arena *arena)
{
    if (app->options->mode != MODE_PRESENT) return NULL;
    for (int i = app->depth - 1; i >= 0; i--) {
        const Screen *screen = screen_of(app->stack[i]);
        const char *says = screen->words_now ? screen->words_now(app, arena) : screen->words;
        if (says) return says;
    }
    return NULL;
}

bool app_go_to_step(App *app, int step)
{
    app->lesson_scroll = SCROLL_FOLLOWS;
    return walk_visit_step(app->walk, step);
}
