// Going somewhere by name: to a step, a statement, a tensor, a cell. Each of them leaves a place to
// jump back to, and returns whether there is such a place.
#pragma once

#include "walk/walk.h"

bool walk_visit_step(Walk *walk, int step);
bool walk_visit_statement(Walk *walk, int statement);

// What is computed already is shown as the operation that made it, and the walk stays where it is;
// else the walk goes to that operation, stepping into the calls around it: in a lesson, which takes
// its time, to its beginning; in a listing behind it.
bool walk_visit_cell(Walk *walk, Cell cell);

// The walk goes on until all of the cell's tensor is computed; what is asked of it stays hidden.
// False: it was.
bool walk_compute(Walk *walk, Cell cell);
// The same for a view of the cell's tensor: in a listing; in a lesson, which shows what is to come
// as such, only where the operation at hand moves numbers that are seen already.
bool walk_compute_for_view(Walk *walk, Cell cell);
bool walk_is_listing(const Walk *walk); // or a notebook

// To the end of a line of the outline, with a place to jump back to.
void walk_show_computed(Walk *walk, const Stage *line);

// The step in which an entry was made.
int walk_step_of(const Walk *walk, int entry);
