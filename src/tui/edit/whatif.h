// The screen of switches ("what if?").
#pragma once

#include "tui/view.h"

View view_whatif;

// What the keys do; each returns whether anything changed.
bool whatif_toggle(App *app); // opens the screen on the step at hand, or leaves it
bool whatif_next(App *app);
bool whatif_previous(App *app);
bool whatif_choose(App *app, int number); // of the list
bool whatif_raise(App *app);
bool whatif_lower(App *app);
bool whatif_next_tensor(App *app);
bool whatif_previous_tensor(App *app);

// Does the lesson offer a switch in this step?
bool whatif_is_hinted(const App *app);
