// Going somewhere by name: to a step, a statement, a tensor, a cell. Each of them leaves a place to
// jump back to, and returns whether there is such a place.
#pragma once

#include "walk/walk.h"

bool walk_visit_step(Walk *walk, int step);
bool walk_visit_statement(Walk *walk, int statement);

// What is computed already is shown as the operation that made it, and the walk stays where it is;
// else the walk goes there, stepping into the calls around it.
bool walk_visit_cell(Walk *walk, Cell cell);

// The step in which an entry was made.
int walk_step_of(const Walk *walk, int entry);
