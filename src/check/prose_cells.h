// Cells that prose names in code: "`scores[0, 2]` is 4". There must be such a cell, and the number
// said to be in it must be the one that is.
#pragma once

#include "walk/walk.h"

// Looks through a paragraph; the cells are those that the program has at its end. False: the error
// says which cell, and what is in it. Code that is `asked` (or empty) is a prediction's own.
bool prose_cells_hold(const Trace *trace, const Paragraph *paragraph, Str asked,
                      const Source *source, Arena *arena, Error *error);
