// The operation whose equation is shown.
#pragma once

#include "walk/walk.h"

// Makes `entry` (or -1: none) the focus, and lists its operands and result for walk_equation().
void focus_set(Walk *walk, int entry);

// Makes the call the focus: the tensors it was given and its result.
void focus_call(Walk *walk, const Call *call);

// To a sub-step of a stage, with the cell selected that it opens. Returns whether that changed
// anything. (walk.c)
bool walk_go_to(Walk *walk, int stage, int substep);

// Keeps the place at hand as one to jump back to (select.c).
void walk_remember(Walk *walk);

// Selects the cell of the question that the walk has come to, if there is one in the equation
// (predict.c).
void walk_select_question(Walk *walk);
