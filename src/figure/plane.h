// The two dimensions of an output that a picture shows, and the range of the numbers in it.
#pragma once

#include "study/matrix.h"

enum { MAX_PLANE_SIDE = 8192 };

typedef struct Plane {
    const Tensor *tensor;
    int row_dim, column_dim; // dimensions of the tensor; -1: it has none (a vector is one row)
    int64_t rows, columns;
    Index base;                                // the slice: coordinates along all other dimensions
    int64_t offset, row_stride, column_stride; // in elements of the storage

    double low, high; // over the finite cells
    int64_t finite;
    int64_t below, above, invalid; // cells that are -inf, inf, nan
} Plane;

// The plane that `slice` lies in, without looking at its cells: any size, no range. What indices
// `slice` has for the rows and columns does not matter.
void plane_view(Plane *plane, const Tensor *tensor, Index slice);

// The plane that `slice` lies in. Errors: nothing to draw, too large, a slice outside the tensor.
bool plane_of(Plane *plane, const Tensor *tensor, Index slice, Arena *arena, Error *error);

double plane_value(const Plane *plane, int64_t row, int64_t column);

// How many decimals the numbers are written with: as few as write each of them as it is stored, at
// most `most`. In a look: 0 stands for four, -1 for none.
int plane_digits(int most);
int plane_decimals(const Plane *plane, int most);
// A number of the plane, set as in print. They stand in the middle of their cells, so that a whole
// number needs no zeros to stand under the others.
void plane_write(const Plane *plane, double value, int decimals, Buf *out);
