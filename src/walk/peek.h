// A look at what comes next, without going there.
#pragma once

#include "walk/walk.h"

// A copy of the walk that has gone on once; of the walk itself nothing changes. It is for reading,
// as long as the walk stays as it is, and ends with walk_peek_end(). False: this is the end, and
// there is nothing to end.
bool walk_peek(const Walk *walk, Walk *next);
void walk_peek_end(Walk *next);
