// What a figure shows, in words, for who cannot see it: the parts of its description.
#pragma once

#include "figure/page/plane.h"
#include "figure/parts/axis.h"

// ", values from 2 to 16, 3 are -inf"
void alt_add_range(Buf *out, const Plane *plane);

// Of attention weights, whom each of the first `most` queries attends to most: '"the" attends most
// to "cat" and "sat" (0.47 each); "cat" to "cat" (0.98)'. Nothing of other numbers.
void alt_add_attention(Buf *out, const Plane *plane, const Axis *rows, const Axis *columns,
                       int64_t most);

// Of other numbers, where the largest and the smallest are: "largest 16 at cat, cat; smallest 2
// at the, the". Nothing of weights, of a single number, of many.
void alt_add_extremes(Buf *out, const Plane *plane, const Axis *rows, const Axis *columns);

// Arithmetic as it is read aloud: "1*4 + 0*4 = 4" as "1 times 4 plus 0 times 4 is 4".
void alt_add_arithmetic(Buf *out, Str text);
