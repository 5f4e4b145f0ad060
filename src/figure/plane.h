// A matrix that a picture shows, with the range of its numbers.
#pragma once

#include "study/matrix.h"

enum { MAX_PLANE_SIDE = 8192 };

typedef struct Plane {
    Matrix matrix;
    double low, high; // over the finite cells
    int64_t finite;
    int64_t below, above, invalid; // cells that are -inf, inf, nan
    bool holds_shares;             // attention weights (study/heat.h)
    bool is_gradient;              // its sign is what matters
} Plane;

// Of an entry's output, through the cell `at`. Errors: nothing to draw, too large.
bool plane_of(Plane *plane, const Trace *trace, int entry, Index at, Arena *arena, Error *error);
// Of what stands for the output of the matrix' entry.
bool plane_of_matrix(Plane *plane, const Trace *trace, Matrix shown, Arena *arena, Error *error);

// How many decimals the numbers are written with: as few as write each of them as it is stored, at
// most `most`. In a look: 0 stands for four, -1 for none.
int plane_digits(int most);
int plane_decimals(const Plane *plane, int most);
// A number of the matrix, set as in print. They stand in the middle of their cells, so that a whole
// number needs no zeros to stand under the others.
void plane_write(const Matrix *matrix, double value, int decimals, Buf *out);
