// Where the parts of the walk's screen are, and the notes' that are laid out like it.
#pragma once

#include "tui/parts/equation.h"

Layout walk_layout(const App *app, Arena *arena);
// The same of an equation that is measured already.
Layout walk_layout_of(const App *app, const Equation *equation, Arena *arena);

// Levels of arithmetic that are shown: those that were asked for, four on the largest screens.
int walk_depth(const App *app);
