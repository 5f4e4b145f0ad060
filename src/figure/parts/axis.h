// The labels along one side of a matrix: which are shown, how large, and turned how far.
#pragma once

#include "figure/page/pen.h"
#include "study/axes/matrix.h"
#include "trace/names/labels.h"

typedef struct Axis {
    const char *name; // of the whole axis, or NULL
    int64_t count;    // rows or columns
    int64_t step;     // labels are known for positions 0, step, 2 step …
    int labels;       // how many; 0: none at all
    const char **label;
    double *width; // each, in font sizes
    double widest;
    bool numbered;         // the positions have no names, only numbers
    double good, least;    // points: names of this size are good, and are so small rather than left
                           // out; 0: they keep their proportion to the cells
    const int64_t *framed; // positions whose labels are shown in any case, in order
    int framed_count;
} Axis;

// The labels along dimension `dim` of an entry's output; -1: nothing.
void axis_read(Axis *axis, const Trace *trace, int entry, int dim, int64_t count, const Pen *pen);

// Labels that a user gives, one for each position; none: `label` is NULL.
typedef struct AxisLabels {
    const char *const *label;
    int64_t count;
    const char *source; // where they come from, for messages
    double least;       // points: smaller labels are not read there; 0: none is known
} AxisLabels;

// Puts them instead of those that were read. Error: not as many as there are positions.
bool axis_relabel(Axis *axis, const AxisLabels *labels, const char *noun, const Pen *pen,
                  Error *error);

// Both sides of a matrix.
typedef struct AxisPair {
    Axis rows, columns;
} AxisPair;

bool axes_read(AxisPair *axes, const Trace *trace, const Matrix *matrix, const AxisLabels *of_rows,
               const AxisLabels *of_columns, const Pen *pen, Error *error);

// How an axis is drawn beside cells that are `pitch` points apart.
typedef struct AxisFit {
    double pitch;
    double size;     // of the font
    int every;       // only every n-th label is shown
    double near;     // so few labels away from a framed one none is shown
    double angle;    // degrees
    double extent;   // room it takes away from the cells
    double overhang; // room it takes beyond the last column
} AxisFit;

AxisFit axis_fit_rows(const Axis *axis, double pitch, double unit);
AxisFit axis_fit_columns(const Axis *axis, double pitch, double unit);

// `x`, `y`: the upper left corner of the cells.
void axis_draw_rows(const Axis *axis, AxisFit fit, const Pen *pen, double x, double y);
void axis_draw_columns(const Axis *axis, AxisFit fit, const Pen *pen, double x, double y);
