// What can be typed in a walk line by line, by what it is about; the table is in commands.c.
#pragma once

#include "linear/tell.h"

// Runs a command; `rest` is what was typed behind its word.
typedef void LinearRun(Linear *linear, Str rest);
typedef void LinearTell(Linear *linear); // of one that takes no words

// Numbers (linear/cells.c)
LinearRun linear_why, linear_read, linear_dependents, linear_sources, linear_ask, linear_export,
    linear_digits;
LinearTell linear_hint;

// Other numbers (linear/edits.c)
LinearRun linear_nudge, linear_labels;
LinearTell linear_changes;
typedef bool LinearChange(Walk *walk, Str typed, Error *error);
LinearChange linear_edit, linear_undo, linear_redo, linear_reset;
// Makes a change, and says `done` and what follows from it; or what there was `nothing` of.
void linear_change(Linear *linear, Str rest, LinearChange *change, const char *done,
                   const char *nothing);

// Other operations (linear/switches.c)
LinearRun linear_switch;

// Places (linear/places.c)
LinearRun linear_go, linear_mark, linear_find, linear_iteration;
LinearTell linear_return, linear_steps, linear_marks;

// Of whole matrices and steps (linear/wholes.c)
LinearRun linear_heads, linear_look, linear_arrows, linear_rule, linear_outline;
LinearTell linear_cost;

// The cell that was typed, or the one at hand. False: why not has been said.
bool linear_cell(Linear *linear, Str typed, Cell *cell);
