// What keys, clicks and the wheel do to the app and its walk.
#pragma once

#include "tui/app.h"

typedef enum AppResult { APP_GO_ON, APP_REPAINT, APP_QUIT } AppResult;

// What a key does. REPAINT: the terminal should be drawn afresh.
AppResult app_key(App *app, Key key);
