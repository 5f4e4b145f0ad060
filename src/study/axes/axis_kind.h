// What each axis of a tensor is, decided once for every medium, and how that is known.
//
// The keys are what the softmax runs along and what the product that averages sums over; the
// queries are what the values do not have. Where the other axes of the weights begin says what they
// are: features that were split make heads, an axis that the inputs have is a batch. From the
// weights this goes back through the operations to all that they were made of. A lesson's `#|
// axes:` comes before all of it.
#pragma once

#include "study/axes/average.h"

typedef enum AxisKind {
    AXIS_UNKNOWN,
    AXIS_LAYER,
    AXIS_BATCH,
    AXIS_HEAD,
    AXIS_QUERY,
    AXIS_KEY,
    AXIS_TOKEN, // a position that is no query or key yet, or no longer
    AXIS_FEATURE,
    AXIS_EXPERT,
    AXIS_KINDS,
} AxisKind;

typedef struct TensorAxis {
    AxisKind kind;
    int64_t items; // of a batch that are in it as well, the heads of each behind one another; or 1
    const char *how; // "the softmax runs along it"
} TensorAxis;

typedef struct TensorAxes {
    TensorAxis of[MAX_DIMS];
    int ndim;
} TensorAxes;

const char *axis_kind_name(AxisKind kind); // "head"
// Of a name that a lesson, a program or the command line gives to an axis.
AxisKind axis_kind_of_name(Str name);
// "batch and head" where it is both.
const char *axis_name(const TensorAxis *axis);

// Everything that is known of the axes of a run; made when it is first asked for.
typedef struct AxisKnowledge AxisKnowledge;

TensorAxes axes_of(const Trace *trace, int entry);
// The first axis of that kind, or -1.
int axes_find(const TensorAxes *axes, AxisKind kind);
// The number that a position has on the whole axis: of weights[3:8] and weights[[3, 7]] the first
// one is head 3; of layers that are stacked, what their names say.
int64_t axis_number(const Trace *trace, int entry, int dim, int64_t at);
// What averages in the run, in the order of the trace.
int axes_averages(const Trace *trace, const Average **averages);
