// The actions that move through the walk. Each only calls a function of src/walk, in the form that
// the table of actions needs.
#include "tui/actions/moves.h"

bool go_step(App *app, int by)
{
    return by < 0 ? walk_previous_step(app->walk) : walk_next_step(app->walk);
}

bool go_operation(App *app, int by)
{
    return by < 0 ? walk_previous_stage(app->walk) : walk_next_stage(app->walk);
}

bool step_into(App *app)
{
    return walk_step_into(app->walk);
}

bool step_out(App *app)
{
    return walk_step_out(app->walk);
}

bool move_cell(App *app, int move)
{
    Offset offset = move_offset((Move)move, 0);
    return walk_move_cell(app->walk, offset.rows, offset.columns);
}

bool move_slice(App *app, int by)
{
    return walk_move_slice(app->walk, by);
}

bool next_matrix(App *app, int direction)
{
    return walk_next_matrix(app->walk, direction);
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
