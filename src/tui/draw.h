// The screen of an app: where its parts stand, and what they show. Nothing here changes the app.
#pragma once

#include "tui/view.h"

Layout app_layout(const App *app, Arena *arena);

// Levels of arithmetic that are shown: those that were asked for, four on the largest screens.
int app_depth(const App *app);

// The whole screen, in a frame made in `frame_arena`.
Frame draw(const App *app, Arena *frame_arena);

// Draws the screen on a canvas and notes what can be clicked.
void draw_on(Canvas *canvas);
