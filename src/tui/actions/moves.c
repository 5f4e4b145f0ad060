#include "tui/actions/moves.h"

bool next_step(App *app)
{
    return walk_next_step(app->walk);
}

bool previous_step(App *app)
{
    return walk_previous_step(app->walk);
}

bool next_operation(App *app)
{
    return walk_next_stage(app->walk);
}

bool step_into(App *app)
{
    return walk_step_into(app->walk);
}

bool step_out(App *app)
{
    return walk_step_out(app->walk);
}

bool previous_operation(App *app)
{
    return walk_previous_stage(app->walk);
}

bool cell_left(App *app)
{
    return walk_move_cell(app->walk, 0, -1);
}

bool cell_right(App *app)
{
    return walk_move_cell(app->walk, 0, 1);
}

bool cell_up(App *app)
{
    return walk_move_cell(app->walk, -1, 0);
}

bool cell_down(App *app)
{
    return walk_move_cell(app->walk, 1, 0);
}

bool row_start(App *app)
{
    return walk_move_cell(app->walk, 0, -FAR);
}

bool row_end(App *app)
{
    return walk_move_cell(app->walk, 0, FAR);
}

bool first_cell(App *app)
{
    return walk_move_cell(app->walk, -FAR, -FAR);
}

bool last_cell(App *app)
{
    return walk_move_cell(app->walk, FAR, FAR);
}

bool next_slice(App *app)
{
    return walk_move_slice(app->walk, 1);
}

bool previous_slice(App *app)
{
    return walk_move_slice(app->walk, -1);
}

bool next_matrix(App *app)
{
    return walk_next_matrix(app->walk, 1);
}

bool previous_matrix(App *app)
{
    return walk_next_matrix(app->walk, -1);
}

// The source of what a call returned is what it did.
bool to_source(App *app)
{
    if (walk_call(app->walk)) return walk_step_into(app->walk);
    return walk_go_to_source(app->walk);
}

bool make_question(App *app)
{
    return walk_ask(app->walk);
}

bool jump_back(App *app)
{
    return walk_jump_back(app->walk);
}

bool jump_forward(App *app)
{
    return walk_jump_forward(app->walk);
}
