// The prompt: a line to type into at the bottom of the screen, above it what fits of what there is
// to choose from. It is the palette of commands (":"), the search ("/"), go to ("g") and the list
// of marks ("M"); they differ in what they offer.
#pragma once

#include "tui/app.h"

// Opens a prompt over the screen at hand; the kind is a PromptKind.
bool prompt_open(App *app, int kind);

// Actions in a prompt.
bool prompt_enter(App *app); // does what is selected
bool prompt_leave(App *app); // back to the screen below
bool prompt_move(App *app, int by);
bool prompt_complete(App *app);              // types what is selected
bool prompt_recall(App *app, int direction); // -1: what was typed before; 1: after that

// Takes a key that is no action: types it, moves the cursor. False: it does nothing here.
bool prompt_key(App *app, Key key);

// Goes to a step of the lesson, from 0.
bool go_to_step(App *app, int step);

// Rows that the list of offers has at most on the screen (view_prompt.c).
int prompt_rows(const App *app);

void prompt_free(App *app);
