// The screen of an app as a frame. Nothing here changes the app, but that what can be clicked is
// noted in app->hits.
#pragma once

#include "tui/core/app.h"

// The whole screen, in a frame made in `frame_arena`.
Frame draw(const App *app, Arena *frame_arena);
