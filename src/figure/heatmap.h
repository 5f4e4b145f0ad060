// A matrix as a heatmap: cells in the colours of a ramp, with their values, labels along both
// sides, a colour bar with its range, the title and the role's letter.
#pragma once

#include "figure/look.h"
#include "trace/trace.h"

// Draws the two-dimensional slice of an entry's output that `slice` lies in: its last two
// dimensions; a vector is one row. `figure` is zeroed but for its arena, where everything is kept.
// Errors: no cells, too many of them, an unknown theme or ramp, an empty range, labels of another
// number than rows or columns, a size with no room for the cells.
bool heatmap_build(Figure *figure, const Trace *trace, int entry, Index slice,
                   const FigureLook *options, const Measure *measure, Error *error);
