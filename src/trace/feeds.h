// What a number feeds: the cells of later operations that are computed from it, moves seen through,
// and those for which it decides what they are (a mask, an index).
#pragma once

#include "trace/explain.h"

// The search looks at the results' own sources, so it may be long: of a matrix of 4096 x 4096 that
// is masked, and of a softmax over as many. Where axes correspond it goes through a line of them,
// else first through the lines in which the cell itself stands. It ends at the first limit that is
// reached; no result takes more than half of what the ones before it left.
typedef struct FeedLimit {
    int cells;     // found
    int64_t terms; // looked at
} FeedLimit;

enum { FEED_TERMS_AT_ONCE = 1 << 15 }; // looked at while somebody waits for a frame: about 0.2 ms

typedef struct Feeds {
    Cell *cells; // in order of the program
    int count;
    bool more;     // or perhaps: the search ended at a limit
    int64_t terms; // looked at
} Feeds;

// In `arena`.
Feeds feeds_of(const Trace *trace, Cell cell, FeedLimit limit, Arena *arena);
