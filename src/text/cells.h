// A matrix as texts, for any medium that sets tables: labels, and numbers that all have the same
// decimals.
#pragma once

#include "walk/walk.h"

enum { TEXT_ROWS = 24, TEXT_SLICES = 12 }; // that a page shows of a matrix, and of a tensor

// How wide a page is, a character and what is between two columns, in any unit; and how many
// columns it may have at most.
typedef struct PageRoom {
    int width, letter, gap, most;
} PageRoom;

typedef struct TextMatrix {
    const char *title; // "wv[0]", or the name alone of a tensor that is one matrix
    bool is_slice;
    int rows, columns; // shown
    int64_t all_rows, all_columns;
    const char **row_labels, **column_labels; // NULL: that side has none
    const char **cells;                       // NULL: one that may not be seen
    int stride;                               // cells from a row to the next
} TextMatrix;

typedef void TextMatrixPrint(Buf *out, const TextMatrix *matrix);

// Prints an entry's output slice by slice, as far as there is room. What `sight` hides is left out.
// Returns what else is: "(12 of 100 matrices)", or NULL.
const char *text_slices(Buf *out, const Walk *walk, int entry, const char *name, PageRoom room,
                        const Sight *sight, TextMatrixPrint *print);

const char *text_matrix_cell(const TextMatrix *matrix, int row, int column);
int text_matrix_label_width(const TextMatrix *matrix); // of its rows, in characters
int text_matrix_width(const TextMatrix *matrix, int column);

// "(24 of 100 rows, 8 of 8 columns)", or NULL where nothing is left out.
const char *text_matrix_left_out(const TextMatrix *matrix, Arena *arena);

enum { TEXT_BLANK = 4 }; // characters for a number to be written by hand
