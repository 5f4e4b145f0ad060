// A matrix that a picture shows, with the range of its numbers.
#pragma once

#include "study/attention/masked.h"
#include "study/axes/matrix.h"
#include "trace/explain/sight.h"

typedef enum Triangle { TRIANGLE_NONE, TRIANGLE_UPPER, TRIANGLE_LOWER } Triangle;

typedef struct Plane {
    Matrix matrix;
    Masked masks;
    Sight sight;
    double low, high; // over the finite cells that are not masked
    double least;     // of them that are above 0; HUGE_VAL: none is
    int64_t finite;
    int64_t masked;                  // cells that attention may not look at
    int64_t unseen;                  // that may not be seen
    int64_t left_out;                // nothing is drawn of them: a triangle
    Triangle triangle;               // it
    bool with_diagonal;              // and the diagonal
    int64_t below, above, invalid;   // others that are -inf, inf, nan
    bool holds_shares;               // attention weights (study/axes/heat.h)
    bool is_gradient;                // its sign is what matters
    const struct Plane *read_before; // of the same scale, or NULL
} Plane;

// Of a matrix of the trace, or of what takes its place; the range is that of what may be seen.
// Error: there is nothing to draw.
bool plane_of(Plane *plane, const Trace *trace, Matrix shown, Sight sight, Arena *arena,
              Error *error);

// Leaves a triangle out of the picture and its range, all but the diagonal. That of a matrix that
// is nan, as a mask leaves it, is out from the start, with the diagonal if that is nan.
void plane_leave_out(Plane *plane, Triangle triangle);
bool plane_is_left_out(const Plane *plane, int64_t row, int64_t column);

// What the colour of a cell shows: its number; -inf where it is masked, left out, or may not be
// seen.
double plane_value(const Plane *plane, int64_t row, int64_t column);
// Those of a row, `matrix.columns` of them, into `values`.
void plane_row(const Plane *plane, int64_t row, double *values);
Seen plane_seen(const Plane *plane, int64_t row, int64_t column);
bool plane_is_masked(const Plane *plane, int64_t row, int64_t column);
// Counts the cells of another plane that are no numbers to compare, for a legend of both.
void plane_add_special(Plane *all, const Plane *plane);
bool plane_has_special(const Plane *plane);

// How many decimals the numbers are written with: as few as write each of them as it is stored, at
// most `most`. In a look: 0 means four, -1 none.
int plane_digits(int most);
int plane_decimals(const Plane *plane, int most);
// A number of the matrix, set as in print, all with the same decimals; `largest` as for
// number_aligned().
void plane_write(const Matrix *matrix, double value, int decimals, double largest, Buf *out);
double plane_largest(const Plane *plane);
