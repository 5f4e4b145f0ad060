// Changing numbers, as other screens do it too: what follows is told in the status row.
#pragma once

#include "tui/core/actions.h"

// "hold weights[2] uniform", "release", "word auf zu": what is typed behind the colon. NULL: it is
// none of these; else what it is about.
const char *edit_command_about(Str typed);
// The word of the one with this number, with what it is about; NULL: there are no more.
const char *edit_command_word(int number, const char **about);
bool edit_command(App *app, Str typed);

// Holds the part at "zero" or "uniform", or lets go of it where it is held at that.
bool edit_toggle_hold(App *app, Cell part, const char *value);
