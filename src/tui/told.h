// What some screens show of a walk, in words and whole lines: for the walk line by line, which has
// no screen. Each function looks at the walk as its screen would be opened at the cell.
#pragma once

#include "walk/walk.h"

// The heads of the layer that the cell lies in: of each its pattern and entropy. False: it has
// none.
bool told_heads(Walk *walk, Cell cell, Buf *out);

// What each query of the matrix that the cell lies in looks at, the heaviest first. False: its rows
// are no weights.
bool told_flow(Walk *walk, Cell cell, Buf *out);

// The rule of the operation that made the cell, and what the usual mistakes give.
void told_rule(const Walk *walk, Cell cell, Buf *out);

// Everything that is found, numbered from 1; returns how much that is.
int told_search(Walk *walk, Str wanted, Buf *out);
// Goes to one of these. False: there are not so many.
bool told_search_go(Walk *walk, Str wanted, int number);
