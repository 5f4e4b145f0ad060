// A matrix as texts, for any medium that sets tables: labels, and numbers that all have the same
// decimals.
#pragma once

#include "walk/walk.h"

enum { TEXT_ROWS = 24, TEXT_SLICES = 12 }; // that a page shows of a matrix, and of a tensor

typedef struct TextMatrix {
    int rows, columns; // shown
    int64_t all_rows, all_columns;
    const char **row_labels, **column_labels; // NULL: that side has none
    const char **cells;                       // row by row; NULL: one that may not be seen
} TextMatrix;

// The slice of an entry's output that `through` is in, at most `most_columns` of its columns. What
// `sight` hides is left out.
TextMatrix text_matrix_of(const Walk *walk, int entry, Index through, int most_columns,
                          const Sight *sight, Arena *arena);

const char *text_matrix_cell(const TextMatrix *matrix, int row, int column);

// "(24 of 100 rows, 8 of 8 columns)", or NULL where nothing is left out.
const char *text_matrix_left_out(const TextMatrix *matrix, Arena *arena);
