// How the axes of a result follow the axes of its inputs, read off the operation's sources.
#pragma once

#include "trace/trace.h"

// Position p on an axis of the result comes from position start + p * step of the input's axis.
typedef struct AxisMap {
    int input, dim;
    int64_t start, step;
} AxisMap;

typedef enum AxisQuestion {
    AXIS_OF_RESULT, // which cell represents the result: the numerator of a softmax
    AXIS_OF_ALL,    // which cells matter at all
    AXIS_OF_STEP,   // of axis_step() of study/axes/axis_root.h
    AXIS_QUESTIONS,
} AxisQuestion;

typedef struct AxisAnswer {
    bool known, found, is_product;
    AxisMap map;
} AxisAnswer;

// What was found when the same was asked before, or room for it.
AxisAnswer *axis_answer(const Trace *trace, int entry, int dim, int input, AxisQuestion question);

// Does moving along dimension `dim` of the entry's output always move along one dimension of input
// number `input`, wherever one is? False also for axes of one position, where nothing can move.
bool axis_map(const Trace *trace, int entry, int dim, int input, AxisQuestion question,
              AxisMap *map);

// The same of what only moves the cells of its one input, along its first cells: also of the parts
// of an axis that is split.
bool axis_map_of_move(const OpCall *call, int dim, AxisMap *map);

// The only dimension in which two cells differ; -1: none, or more than one.
int axis_between(Index a, Index b);

// A dimension of an entry's output that an axis was followed back to: position p of the axis is
// here start + p * step.
typedef struct AxisPoint {
    int entry, dim;
    int64_t start, step;
    bool is_product; // a sum of products was on the way
    int kind;        // of one where the axis begins: RootKind of study/axes/axis_root.h
} AxisPoint;

// Where it is in the input that the map is of.
AxisPoint axis_point_before(const Trace *trace, const AxisPoint *from, const AxisMap *map);

// Points still to be looked at, each once: in x = x + x, again and again, the ways double with
// every line.
typedef struct AxisWay {
    Arena *arena;
    AxisPoint *open; // the next one last
    int count;
    size_t capacity;
    unsigned char **seen; // in pages: one bit for each dimension of each entry
} AxisWay;

AxisWay axis_way(AxisPoint from, Arena *arena); // what follows is of entries before `from`
void axis_follow(AxisWay *way, AxisPoint point);
bool axis_next(AxisWay *way, AxisPoint *point);

// Each axis is probed once in the life of a trace: a frame asks the same as the frame before it.
typedef struct AxisMemo {
    Arena arena;
    AxisAnswer **answers; // of each entry that was asked about: [dim][input][question]
    size_t entries;
    struct AxisKnowledge *known; // of study/axes/axis_kind.h, in the arena
    unsigned char *roles;        // of study/axes/role.h, in the arena
    struct PickedLabels *picked; // of trace/names/labels.c, in the arena
    int role_entries;            // of the trace, when these were made
} AxisMemo;

void axis_memo_free(AxisMemo *memo);
