// A matrix as a heatmap: cells in the colours of a ramp, with their values, labels along both
// sides, a colour bar with its range, the title and the role's letter.
#pragma once

#include "figure/axis.h"
#include "figure/scale.h"
#include "trace/trace.h"

typedef struct HeatmapOptions {
    double width, height; // points; 0: natural size
    const char *theme;    // one of theme_names; NULL: the first
    ScaleOptions scale;
    bool no_values;
    int digits; // at most so many decimals; 0: at most 4; -1: none. Fewer where they do not fit
    const char *title;
    const char *caption;      // below the figure, in as many lines as it takes; or NULL
    const char *font;         // family, or NULL
    AxisLabels rows, columns; // instead of those of the trace
} HeatmapOptions;

// Draws the two-dimensional slice of an entry's output that `slice` lies in: its last two
// dimensions; a vector is one row. `figure` is zeroed but for its arena, where everything is kept.
// Errors: no cells, too many of them, an unknown theme or ramp, an empty range, labels of another
// number than rows or columns, a size with no room for the cells.
bool heatmap_build(Figure *figure, const Trace *trace, int entry, Index slice,
                   const HeatmapOptions *options, const Measure *measure, Error *error);
