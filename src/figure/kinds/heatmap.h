// What reads, plans and draws a heatmap, or several beside each other, knows of them together.
#pragma once

#include "figure/kind.h"
#include "figure/parts/colorbar.h"
#include "figure/parts/heading.h"

typedef struct HeatPanel {
    const FigurePanel *asked;
    Plane plane;
    FigureHeading heading;
    AxisPair axes;
    bool is_difference;   // of the two before it
    int scale;            // which of the figure's
    bool has_bar;         // the first that has its scale
    const char *bar_note; // what it is for, or NULL
} HeatPanel;

typedef struct Heatmap {
    Pen pen;
    const FigureRequest *request;
    const FigureLook *look;
    HeatPanel *panel;
    int count;
    unsigned given; // concessions
    HeadingForm form;
    Scale *scale;
    ColorBar *bar;
    int scales;
    TensorHeap heap;
    Tensor *difference;
    int64_t changed; // cells of it
} Heatmap;

enum { HEATMAP_MARGIN = 22 };                  // units
static const double heatmap_least_unit = 0.75; // where all is easily read

// Chooses sizes and places, and draws them. False: it does not fit the size asked for, and
// nothing is drawn.
bool heatmap_draw(Heatmap *h);
// What is above and beside the cells with these concessions (figure/page/box.h), in a figure of
// this unit.
void heatmap_give(Heatmap *h, unsigned given, double unit);
// Wider than it is high, so that what is beside the matrix costs nothing.
bool heatmap_is_wide(const FigureLook *look);
void heatmap_natural_size(const Heatmap *h, double *width, double *height);

// What several matrices are: "weights, outputs", "weights before and after".
const char *panels_title(const FigureRequest *request, Arena *arena);
