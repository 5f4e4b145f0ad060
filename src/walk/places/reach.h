// The dependents of a cell, level by level up to the outputs; or what it was made from, down to the
// inputs.
#pragma once

#include "walk/walk.h"

typedef enum ReachWay { REACH_DEPENDENTS, REACH_SOURCES } ReachWay;

// The cells of one tensor that a level reaches for the first time.
typedef struct ReachGroup {
    int level; // from 1
    Cell *cells;
    int count;
} ReachGroup;

typedef struct Reach {
    Arena arena;
    ReachWay way;
    Cell from;
    int levels;    // that are open
    int most;      // as many as there are
    bool more;     // cells than were followed
    int64_t terms; // looked at
    ReachGroup *groups;
    int count; // of the open levels
    int total;
} Reach;

// All levels are found at once, the first one is open. False: there is none.
bool reach_open(Reach *reach, const Walk *walk, Cell from, ReachWay way);
void reach_close(Reach *reach);
// Opens one more level, or closes the last one.
bool reach_level(Reach *reach, int by);
