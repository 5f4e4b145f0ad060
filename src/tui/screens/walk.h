// The keys of the walk, in groups, and what other screens share with it.
#pragma once

#include "tui/core/actions.h"

extern const ActionGroup walking, looking_at_cells, showing, the_program; // walk.c
extern const ActionGroup changing_numbers;                                // edit.c
extern const ActionGroup going_round;                                     // film.c
extern const ActionGroup finding;                                         // find/finding.c

Condition is_begun, is_asking, has_matrix;
DeedBy walk_move_selection; // by a Move
Deed walk_quit;
// Leaves for an Errand with a lesson of the list; NULL: the one at hand. False: it cannot be done.
bool walk_leave_for(App *app, int errand, const char *lesson);

DeedBy help_page; // help.c
