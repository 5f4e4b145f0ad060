// The short line into which answers and numbers are typed. At 64 bytes it takes no more; Backspace
// removes a whole character of UTF-8.
#include "tui/edit/typed.h"

#include "base/utf8.h"

enum { MOST_TYPED = 64 };

void typed_clear(App *app)
{
    arena_free(&app->typed_arena);
    app->typed = (Buf){.arena = &app->typed_arena};
}

void typed_add(App *app, int code)
{
    char text[4];
    if (app->typed.n >= MOST_TYPED)
        app_say(app, true, "An answer is at most %d characters long.", MOST_TYPED);
    else
        buf_add(&app->typed, (Str){text, utf8_encode((uint32_t)code, text)});
}

// A blank goes on with what was begun: "1*4 + 0*4".
static bool is_printable(const App *app, int code)
{
    int first = app->typed.n ? ' ' : '!';
    return code >= first && code != 0x7F && code < KEYCODE_ENTER;
}

static bool leaves(Key key)
{
    return key.code == KEYCODE_ESCAPE || key.code == KEY_CONTROL('c') ||
           key.code == KEY_CONTROL('g');
}

static Typed delete_character(App *app)
{
    int n = app->typed.n - 1;
    while (n > 0 && ((unsigned char)app->typed.p[n] & 0xC0) == 0x80) n--;
    app->typed.n = n > 0 ? n : 0;
    return app->typed.n ? TYPED_ON : TYPED_LEFT;
}

Typed typed_key(App *app, Key key)
{
    if (key.code == KEYCODE_ENTER) return TYPED_COMMIT;
    if (key.code == KEYCODE_BACKSPACE) return delete_character(app);
    if (leaves(key)) return TYPED_LEFT;
    if (!is_printable(app, key.code)) return TYPED_OTHER;
    typed_add(app, key.code);
    return TYPED_ON;
}
