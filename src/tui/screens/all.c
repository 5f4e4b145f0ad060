// The table of all screens. What is below them (core) is handed it, so that it knows none by name.
#include "tui/core/screen.h"

#define SCREEN_DECLARED(NAME, screen) extern const Screen screen;
SCREENS(SCREEN_DECLARED)
#undef SCREEN_DECLARED

static const Screen *const ALL[SCREEN_COUNT] = {
#define SCREEN_ROW(NAME, screen) &screen,
    SCREENS(SCREEN_ROW)
#undef SCREEN_ROW
};

void screens_know(void)
{
    screens_are(ALL);
}

void app_init(App *app, Walk *walk, const TuiOptions *options, int columns, int rows)
{
    screens_know();
    app_begin(app, walk, options, columns, rows);
}
