// The screen of switches ("what if?").
#pragma once

#include "tui/view.h"

View view_whatif; // view_whatif.c

// What the keys do; each returns whether anything changed.
bool whatif_toggle(App *app);             // opens the screen on the step at hand, or leaves it
bool whatif_move(App *app, int by);       // among the switches
bool whatif_choose(App *app, int number); // of the list
bool whatif_warm(App *app, int by);       // the temperature, up or down
bool whatif_show_tensor(App *app, int by);

// Does the lesson offer a switch in this step?
bool whatif_is_hinted(const App *app);
