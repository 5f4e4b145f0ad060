// Sets up the state of the screens, frees it, and keeps the message of the status row. When the
// program has run again, screens that show something of the former run are left (app_come_home).
#include "tui/app.h"

#include "tui/find/prompt.h"

void app_init(App *app, Walk *walk, const TuiOptions *options, int columns, int rows)
{
    *app = (App){.walk = walk,
                 .options = options,
                 .home = ON_WALK,
                 .screen = ON_WALK,
                 .under = ON_WALK,
                 .lesson_scroll = SCROLL_FOLLOWS};
    app->offered.entry = -1;
    app->present.reading = -1;
    app->ascii = options->ascii;
    app->heat_letters = options->color == COLOR_NEVER;
    if (options->lessons && options->start_on_lessons) {
        app->screen = ON_LESSONS;
        app->lessons_at = lessons_unfinished(options->lessons);
    }
    app_resize(app, columns, rows);
    if (options->mode == MODE_WALK) return;
    app->home = app->screen = options->mode == MODE_PRESENT ? ON_PRESENT : ON_NOTES;
    if (app->screen == ON_NOTES) app->lesson = LESSON_WHOLE;
}

void app_free(App *app)
{
    prompt_free(app);
    arena_free(&app->message_arena);
    arena_free(&app->present.arena);
    arena_free(&app->outline_arena);
    large_free(&app->large);
    heads_free(&app->heads.all);
    arena_free(&app->typed_arena);
    whatif_close(&app->what_if);
    reach_close(&app->reach);
    app->message = NULL;
}

void app_resize(App *app, int columns, int rows)
{
    app->columns = columns;
    app->rows = rows;
}

void app_come_home(App *app)
{
    enum { OF_NO_RUN = ON_HELP | ON_LESSONS | ON_STEPS };
    if (app->screen & OF_NO_RUN) return;
    bool of_lines = app->screen == ON_PROMPT && (app->under & (app->home | OF_NO_RUN));
    if (!of_lines) app->screen = app->home;
    whatif_close(&app->what_if);
    reach_close(&app->reach);
}

void app_say(App *app, bool is_error, const char *format, ...)
{
    Buf text = {.arena = &app->message_arena};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    app->message = buf_text(&text);
    app->message_is_error = is_error;
}

void app_wait(App *app)
{
    bool editing = app->editing; // its prompt stands in the same row
    if (!app->show) return;
    app->editing = false;
    app_say(app, false, "Computing ...");
    app->show(app);
    app->message = NULL;
    app->editing = editing;
}
