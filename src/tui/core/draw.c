// From the state to a frame: the screen on top draws all of it, on what it lies over.
#include "tui/core/draw.h"

#include "tui/core/input.h"
#include "tui/core/screen.h"

// The wheel does what the arrow does; text goes on by several lines.
static bool turn_wheel(App *app, int direction)
{
    int lines = screen_of(app_top(app))->wheel;
    for (int i = 0; i < lines || i < 1; i++)
        app_press(app, direction < 0 ? KEYCODE_UP : KEYCODE_DOWN);
    return true;
}

static void draw_on(Canvas *canvas)
{
    const App *app = canvas->app;
    Rect whole = {0, 0, app->columns, app->rows};
    int first = app->depth - 1;
    while (screen_of(app->stack[first])->is_over) first--;
    if (first < app->depth - 1 && app->stack[first] == SCREEN_HELP) first--; // what it is about
    for (int i = first; i < app->depth; i++) {
        const Screen *screen = screen_of(app->stack[i]);
        if (!screen->draw || (i > first && !screen->is_over)) continue;
        if (app->stack[i] != SCREEN_WALK) canvas_wheel(canvas, whole, turn_wheel);
        canvas->screen = app->stack[i];
        screen->draw(canvas, whole);
    }
}

Frame draw(const App *app, Arena *frame_arena)
{
    Frame frame = frame_new(frame_arena, app->columns, app->rows);
    arena_free(&app->hits->arena);
    *app->hits = (Hits){.is_of_now = true};
    Canvas canvas = {
        .app = app, .walk = app->walk, .arena = frame_arena, .frame = &frame, .hits = app->hits};
    Arena of_key = *app->scratch; // amid one, before something long
    *app->scratch = (Arena){0};
    draw_on(&canvas);
    arena_free(app->scratch);
    *app->scratch = of_key;
    return frame;
}
