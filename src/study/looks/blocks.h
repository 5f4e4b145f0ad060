// A large matrix seen from afar: cut into blocks, and of each block its largest number, so that a
// lone peak never vanishes. Made once for a matrix; a view then reads as many blocks as it shows.
#pragma once

#include "study/axes/matrix.h"

typedef struct Blocks {
    int64_t matrix_rows, matrix_columns;
    int64_t height, width; // cells of a block
    int64_t rows, columns; // of blocks
    double *most;          // rows * columns of them; NaN where a block has no finite number
    double low, high;      // of all finite numbers; 0 and 0 where there are none
    bool whole;            // no number has a fraction
} Blocks;

// At most `limit` blocks in each direction.
Blocks blocks_of(const Matrix *matrix, int64_t limit, Arena *arena);

// The largest of the cells [row, row_end) x [column, column_end), as exactly as the blocks are:
// every block that the cells lie in counts whole. NaN: none.
double blocks_most(const Blocks *blocks, int64_t row, int64_t row_end, int64_t column,
                   int64_t column_end);
