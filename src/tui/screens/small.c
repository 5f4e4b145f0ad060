// The screen that is too small for any other: it says how large it should be. Nothing else is
// visible, so only leaving and redrawing work.
#include "tui/core/screen.h"

#include "base/text/utf8.h"

static void draw(Canvas *canvas, Rect all)
{
    const App *app = canvas->app;
    Buf text = {.arena = canvas->arena};
    buf_printf(&text, "Need 60x16, have %dx%d. Enlarge, or q to quit.", app->columns, app->rows);
    Str rest = buf_str(&text);
    for (int row = 0; row < app->rows && rest.n; row++) { // folded where the screen is narrow
        Str line = utf8_fit(rest, app->columns);
        if (line.n < rest.n && str_find(line, " ") >= 0) {
            while (line.n && line.p[line.n - 1] != ' ') line.n--;
        }
        frame_text(canvas->frame, all, 0, row, PLAIN, line);
        rest = str_slice(rest, line.n ? line.n : 1, rest.n);
    }
}

static bool take_key(App *app, Key key)
{
    if (key.code == 'q') app->quit = true;
    if (key.code == KEY_CONTROL('l')) app->repaint = true;
    return true;
}

const Screen small_screen = {.draw = draw, .key = take_key};
