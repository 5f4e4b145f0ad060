// Keys that move the walk, and the selection in it. Each returns whether anything moved.
#pragma once

#include "tui/app.h"

enum { FAR = 1 << 30 }; // farther than anything goes

typedef bool Move(App *app);

Move next_step, previous_step, next_operation, step_into, step_out, previous_operation, cell_left,
    cell_right, cell_up, cell_down, row_start, row_end, first_cell, last_cell, next_slice,
    previous_slice, next_matrix, previous_matrix, to_source, make_question, jump_back, jump_forward;
