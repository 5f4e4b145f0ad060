// A click is the press; the release only tells whether the mouse was dragged.
#include "terminal/mouse.h"

enum {
    TWICE_MS = 400, // between the clicks of a double click
    LEFT = 0,
    WHEEL_UP = 64,
    WHEEL_DOWN = 65,
    MODIFIERS = 4 + 8 + 16,
};

static bool same_place(Key a, Key b)
{
    return a.column == b.column && a.row == b.row;
}

// The second of two clicks in one place; a third one is a first one again.
static int click_code(Mouse *mouse, Key key, int64_t now)
{
    bool twice =
        mouse->click.code && same_place(mouse->click, key) && now - mouse->clicked_at < TWICE_MS;
    mouse->click = key;
    mouse->click.code = !twice;
    mouse->clicked_at = now;
    return twice ? KEYCODE_DOUBLE_CLICK : KEYCODE_CLICK;
}

static int left_code(Mouse *mouse, Key key, bool released, int64_t now)
{
    bool was_pressed = mouse->pressed;
    mouse->pressed = !released;
    if (!released) return click_code(mouse, key, now);
    return was_pressed && !same_place(mouse->click, key) ? KEYCODE_DRAG : 0;
}

Key mouse_key(Mouse *mouse, MouseReport report, int64_t now)
{
    Key key = {.column = report.column, .row = report.row};
    int button = report.button & ~MODIFIERS;
    if (key.column < 0 || key.row < 0) return key;
    if (button == WHEEL_UP && !report.released) key.code = KEYCODE_WHEEL_UP;
    if (button == WHEEL_DOWN && !report.released) key.code = KEYCODE_WHEEL_DOWN;
    if (button == LEFT) key.code = left_code(mouse, key, report.released, now);
    return key;
}
