// Where the matrices and signs of an equation stand.
#pragma once

#include "figure/equation.h"

// Fills the places of all parts, and width and height. `result_below`: the result begins a line of
// its own.
void equation_place(FigureEquation *equation, bool result_below);
