// Autoplay: the walk goes on by itself, one sub-step after the other, and stops where the
// reader should think: at a prediction, and at the end of a step. It knows no clock: the loop asks
// how long to wait and says when the time is over.
#pragma once

#include "tui/core/app.h"

// On and off. Says why where it may not play.
bool autoplay_toggle(App *app, int by);
bool autoplay_speed(App *app, int by);

// For the status row: "playing, speed 2", or "".
const char *autoplay_state(const App *app, Arena *arena);

// Milliseconds until the next sub-step, or -1: it is not playing.
int autoplay_wait(const App *app);

// The time is over: goes on by one sub-step, or stops and says so.
void autoplay_tick(App *app);
