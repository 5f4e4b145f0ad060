// What a user may choose of how a figure looks; all kinds share it. Types alone.
#pragma once

#include "figure/page/scale.h"
#include "figure/parts/axis.h"
#include "figure/parts/focus.h"
#include "trace/explain/sight.h"

typedef struct FigureLook {
    double width, height; // points; 0: natural size
    double pixel;         // points that a pixel of the file takes; 0: it has none
    const char *theme;    // one of theme_names; NULL: the first
    ScaleOptions scale;   // of the colours
    double least_text;    // points: layouts avoid smaller text where they can; 0: any that is read
    bool has_pages;       // the file may have more than one
    bool bare;            // the cells and their labels alone: no heading, no bar, hardly a margin
    bool no_values;
    int digits;          // the most decimals; 0: at most 4; -1: none. Fewer where they do not fit
    const char *title;   // NULL: the figure's own; "": no heading at all
    const char *caption; // below the figure, in as many lines as it takes; or NULL
    const char *font;    // family, or NULL
    AxisLabels rows, columns; // instead of those of the trace
    const FigureFocus *focus; // what it points at, or NULL
    Sight sight;              // what of it may be seen
} FigureLook;
