// The operation whose equation is shown.
#pragma once

#include "walk/walk.h"

// Makes `entry` (or -1: none) the focus, and lists its operands and result for walk_equation().
void focus_set(Walk *walk, int entry);
