// On which occasions a key has something to do: what the key line names, and what it leaves out.
// Each reads the app and changes nothing.
#pragma once

#include "tui/actions.h"

// On the walk.
Occasion is_asking, is_begun, goes_on, has_steps, is_call, is_inside, has_calls, may_move,
    is_playing, has_cells, has_matrices, has_slices, has_source, is_fed_on, is_predictable,
    has_matrix, fills_the_screen, scrolls_lesson, may_export, has_input, has_edits, offers_switches,
    has_found, has_searched, has_heads, is_large, has_many_keys;

// On the other screens.
Occasion has_question, scrolls_changes, scrolls_cost, has_levels, leads_somewhere, has_temperature,
    differs_in_more, slices_large, has_peaks, has_layers, has_tiles, flow_has_heads, offers_lines,
    has_typed_before, help_entry_acts, has_lines, is_no_average;

// A number, an answer or votes are being typed: keys are letters then.
bool is_typing(const App *app);
