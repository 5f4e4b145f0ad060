// What keys, clicks and the wheel do to the app and its walk.
#pragma once

#include "tui/actions.h"

typedef enum AppResult { APP_GO_ON, APP_REPAINT, APP_QUIT } AppResult;

// Does what an action does, and says why where it did nothing.
void app_run(App *app, const Action *action);

// Presses a key of a screen, and goes there.
void app_press(App *app, Screen screen, int code);

// What a key does. REPAINT: the terminal should be drawn afresh.
AppResult app_key(App *app, Key key);

// While a number, an answer or a place is typed: what Enter, Backspace and Esc do.
bool typing_key(App *app, int code);
