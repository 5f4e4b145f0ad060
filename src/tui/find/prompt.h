// The prompt: a line to type into at the bottom of the screen, above it what fits of what there is
// to choose from. It is the palette of commands (":"), the search ("/"), go to ("g") and the list
// of marks ("M"); they differ in what they offer.
#pragma once

#include "tui/app.h"

// Actions; each opens a prompt over the screen at hand.
bool prompt_commands(App *app);
bool prompt_go_to(App *app);
bool prompt_search(App *app);
bool prompt_marks(App *app);

// Actions in a prompt.
bool prompt_enter(App *app); // does what is selected
bool prompt_leave(App *app); // back to the screen below
bool prompt_up(App *app);
bool prompt_down(App *app);
bool prompt_page_up(App *app);
bool prompt_page_down(App *app);
bool prompt_complete(App *app); // types what is selected
bool prompt_older(App *app);    // what was typed before
bool prompt_newer(App *app);

// Takes a key that is no action: types it, moves the cursor. False: it does nothing here.
bool prompt_key(App *app, Key key);

// Goes to a step of the lesson, from 0.
bool go_to_step(App *app, int step);

void prompt_free(App *app);
