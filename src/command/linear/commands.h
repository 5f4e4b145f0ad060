// What can be typed in a walk line by line, by what it is about; the table is in commands.c.
#pragma once

#include "command/linear/tell.h"

// Runs a command; `rest` is what was typed behind its word.
typedef void LinearRun(Linear *linear, Str rest);

// Numbers (command/linear/cells.c)
LinearRun linear_why, linear_read, linear_feeds, linear_sources, linear_ask, linear_hint,
    linear_export, linear_digits;

// Other numbers (command/linear/edits.c)
LinearRun linear_edit, linear_undo, linear_redo, linear_reset, linear_changes;

// Other operations (command/linear/switches.c)
LinearRun linear_switch;

// Places (command/linear/places.c)
LinearRun linear_go, linear_return, linear_steps, linear_mark, linear_marks, linear_find;

// Of whole matrices and steps (command/linear/wholes.c)
LinearRun linear_heads, linear_look, linear_rule, linear_outline, linear_cost;

// The cell that was typed, or the one at hand. False: why not has been said.
bool linear_cell(Linear *linear, Str typed, Cell *cell);
