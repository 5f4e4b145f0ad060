// What the terminal would show, without one.
#include "terminal/signs.h"
#include "tui/core/draw.h"
#include "tui/core/input.h"
#include "tui/tui.h"

enum { MOST_COLUMNS = 1000, MOST_ROWS = 1000 };

static bool press_all(App *app, const char *keys, Error *error)
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
    app_say_first(&app);
    bool played = press_all(&app, keys, error);
    if (played) {
        SCRATCH(frame_arena);
        Frame frame = draw(&app, &frame_arena);
        signs_apply(&(Signs){.set = options->signs}, &frame);
        frame_print(&frame, out);
    }
    app_free(&app);
    return played;
}

bool tui_key(int i, TuiKey *key)
{
    screens_know();
    const Action *action = action_at(i);
    if (!action) return false;
    *key = (TuiKey){action->keys, action->help, action_screens(action) & ON_WALK,
                    action_screens(action) & ON_HELP};
    return true;
}
