// The labels along one side of a matrix: which are shown, how large, and turned how far.
#pragma once

#include "figure/page/pen.h"
#include "study/axes/matrix.h"
#include "trace/names/labels.h"

// Neighbours among the rows or columns that belong together, from the first on.
typedef struct AxisGroups {
    int count;
    const int64_t *end;      // of each but the last: the position after it
    const char *const *name; // of each; NULL: they have none
    int64_t of;              // positions that they were given for; 0: any number
    const char *source;      // as it was typed, for messages
} AxisGroups;

typedef struct Axis {
    const char *name; // of the whole axis, or NULL
    bool nameless;    // there is no room for it
    int64_t count;    // rows or columns
    int64_t step;     // labels are known for positions 0, step, 2 step …
    int labels;       // how many; 0: none at all
    const char **label;
    const char **whole; // each label, not shortened
    double *width;      // each, in font sizes
    double widest;
    const AxisGroups *groups; // or NULL
    bool below;               // of columns: they are below the cells
    bool numbered;            // the positions have no names, only numbers
    double good, least;    // points: names of this size are good, and are so small rather than left
                           // out; 0: they keep their proportion to the cells
    bool upright;          // columns: where level names have no room, rather than aslant
    const int64_t *framed; // positions whose labels are shown in any case, in order
    int framed_count;
} Axis;

// The labels along dimension `dim` of an entry's output; -1: nothing.
void axis_read(Axis *axis, const Trace *trace, int entry, int dim, int64_t count, const Pen *pen);

// What a user says of the labels of one side: which they are, one for each position (`label` NULL:
// those of the trace), and how they are drawn.
typedef struct AxisLabels {
    const char *const *label;
    int64_t count;
    const char *source;       // where they come from, for messages
    double least;             // points: smaller labels are not read there; 0: none is known
    bool none;                // no labels at all
    bool raw_tokens;          // with the marks of tokenizers (study/names/token.h)
    bool below;               // of columns: below the cells
    const AxisGroups *groups; // of the rows: those of both sides (axes_read()); or NULL
} AxisLabels;

// Puts them instead of those that were read. Error: not as many as there are positions.
bool axis_relabel(Axis *axis, const AxisLabels *labels, const char *noun, const Pen *pen,
                  Error *error);

// For what is drawn of labels. Error: there are to be none.
bool axis_check_labels(const AxisLabels *rows, const AxisLabels *columns, Error *error);

// Both sides of a matrix.
typedef struct AxisPair {
    Axis rows, columns;
    bool of_pairs; // queries and keys
} AxisPair;

// What they are with these concessions (figure/page/box.h), of which letters of the size `least`
// may be one.
void axes_give(AxisPair *axes, unsigned given, double least);

// Labels for the rows of a single one are those of its columns, if there are so many. Groups are of
// both sides where they fit, else of the columns. Errors: not as many labels as positions; groups
// that fit neither side.
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
    double groups;   // from the cells to the middle of the names of groups
    double below;    // room it takes below the cells, where that is its place
} AxisFit;

AxisFit axis_fit_rows(const Axis *axis, double pitch, double unit);
AxisFit axis_fit_columns(const Axis *axis, double pitch, double unit);

// Is there a label at each row or column that has a name?
bool axis_is_labelled(const Axis *axis, AxisFit fit);

// `x`, `y`: the upper left corner of the cells; of columns below them the lower left one.
void axis_draw_rows(const Axis *axis, AxisFit fit, const Pen *pen, double x, double y);
void axis_draw_columns(const Axis *axis, AxisFit fit, const Pen *pen, double x, double y);
