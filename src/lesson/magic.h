// The lines of a notebook's cell that are not Python: "%matplotlib inline", "!pip install torch".
#pragma once

#include "base/str.h"

// The cell with such lines turned into comments, in `arena`; every line keeps its number. Without
// text (p NULL) when the whole cell is in another language ("%%bash").
Str magic_to_comments(Str cell, Arena *arena);

// Does a magic in it print something? Then what was saved with the cell is not all the program's.
bool magic_prints(Str cell, Arena *arena);
