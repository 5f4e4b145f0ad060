// Where an axis of a tensor begins: it is followed back through the operations, to integers that
// choose rows (as the ids of an embedding do), or to where no operation says any more where it
// comes from.
#pragma once

#include "trace/explain/axes.h"

// What says most of an axis comes first: a split before what the inputs have, these before
// parameters.
typedef enum RootKind {
    ROOT_SPLIT,     // a part of an axis that was split, and not its innermost one
    ROOT_STACKED,   // several tensors, each at its place
    ROOT_MERGED,    // several axes in one
    ROOT_GIVEN,     // an axis of what the program gives, or of integers that choose rows
    ROOT_PARAMETER, // of a parameter
    ROOT_NEW,       // the operation made it
    ROOT_KINDS,
} RootKind;

typedef struct AxisRoots {
    AxisPoint *place;
    int count;
} AxisRoots;

// Asked of each place on the way, the first one included: go on from there?
typedef bool AxisVisit(void *context, const AxisPoint *place);

// Each axis of each entry is visited once. `visit` NULL: all the way. In `arena`.
AxisRoots axis_roots(const Trace *trace, int entry, int dim, AxisVisit *visit, void *context,
                     Arena *arena);

// One step back, into input number `input`; false: the axis does not come from there. Also of axes
// of one position, which axis_map() does not follow: these are matched by their neighbours.
bool axis_step(const Trace *trace, const AxisPoint *from, int input, AxisPoint *to);

// Of what only moves cells of one input: the axis of the input that the positions come from,
// however uneven their steps are, and the position there that `*at` comes from. -1: there is no
// such axis.
int axis_moved(const OpCall *call, int dim, int64_t *at);

// A part of an axis that several are merged in: positions of `dim` of the input, `step` apart; a
// `dim` of -1: the same again and again.
typedef struct AxisPart {
    int dim;
    int64_t size, step;
} AxisPart;

// Of the only input, the innermost part first; returns how many, 0: it is no such axis.
int axis_parts(const Trace *trace, int entry, int dim, AxisPart parts[MAX_DIMS]);
