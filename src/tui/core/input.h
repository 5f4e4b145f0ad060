// What keys, clicks and the wheel do to the app and its walk.
#pragma once

#include "tui/core/actions.h"

typedef enum AppResult { APP_GO_ON, APP_REPAINT, APP_QUIT } AppResult;

// Does what an action does, and says why where it did nothing.
void app_run(App *app, const Action *action);

// Does what a key does on the screen that is on top, if it does anything there.
void app_press(App *app, int code);

// What a key does. REPAINT: the terminal should be drawn afresh.
AppResult app_key(App *app, Key key);
