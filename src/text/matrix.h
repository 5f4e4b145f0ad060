// Tensors as text for people: labelled, aligned, and cut where a page ends.
#pragma once

#include "walk/walk.h"

typedef struct MatrixRoom {
    int columns;
    Sight sight; // what may not be seen is left out, for a sheet to fill in
} MatrixRoom;

// "scores  (3, 3)" and below it the numbers with their labels; what has more than two dimensions is
// a matrix for each slice. What does not fit is left out, and said so.
void matrix_print(Buf *out, const Walk *walk, int entry, const char *name, MatrixRoom room);

// Lines of name, row, column and value, tab-separated, with round-trip digits. A vector is one row;
// of more than two dimensions the leading ones are in the name: "wv[0]".
void matrix_print_cells(Buf *out, const Tensor *tensor, const char *name);
