// Keys that move the walk, and the selection in it. Each returns whether anything moved.
#pragma once

#include "tui/actions.h"

Deed step_into, step_out, to_source, make_question, jump_back, jump_forward;
DeedBy go_step, go_operation, move_slice, next_matrix; // on, or back
DeedBy move_cell;                                      // by a Move
