// The groups of actions, and what their files share. Each line has a file, in this order:
// walking.c, cells.c, changing.c, why.c, showing.c, finding.c, pages.c, presenting.c, matrices.c.
#pragma once

#include "tui/actions.h"
#include "tui/actions/moves.h"
#include "tui/actions/occasions.h"

#define ACTION_ROWS(rows) ((int)(sizeof(rows) / sizeof *(rows)))

extern const ActionGroup walking;
extern const ActionGroup looking_at_cells;
extern const ActionGroup changing_numbers, on_feeds, on_switches, on_changes, while_typing;
extern const ActionGroup on_why;
extern const ActionGroup showing;
extern const ActionGroup finding, in_typed_line;
extern const ActionGroup the_program, on_help, on_costs, among_lessons, on_figure, on_outline;
extern const ActionGroup presenting, among_steps;
extern const ActionGroup in_large_matrix, among_heads, among_lines;

// pages.c: a page is opened where the walk is, and left by the same key.
bool show_lessons(App *app, int after); // the lesson after this one selected
bool toggle_outline(App *app);
bool toggle_cost(App *app);
bool toggle_why(App *app); // why.c
