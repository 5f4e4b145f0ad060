#include "walk/blocks.h"

#include "walk/matrix_row.h"

#include <math.h>

static int64_t parts(int64_t size, int64_t part)
{
    return (size + part - 1) / part;
}

static void take_block(Blocks *blocks, const double *values, int64_t count, double *most)
{
    double low = blocks->low, high = (double)-INFINITY;
    for (int64_t i = 0; i < count; i++) {
        double value = values[i];
        if (!isfinite(value)) continue;
        if (blocks->whole && value != floor(value)) blocks->whole = false;
        if (value < low) low = value;
        if (value > high) high = value;
    }
    blocks->low = low;
    if (high > blocks->high) blocks->high = high;
    if (isfinite(high) && !(*most >= high)) *most = high;
}

static void take_row(Blocks *blocks, int64_t row, const double *values)
{
    double *most = blocks->most + row / blocks->height * blocks->columns;
    for (int64_t b = 0; b < blocks->columns; b++) {
        int64_t from = b * blocks->width, left = blocks->matrix_columns - from;
        take_block(blocks, values + from, left < blocks->width ? left : blocks->width, &most[b]);
    }
}

Blocks blocks_of(const Matrix *matrix, int64_t limit, Arena *arena)
{
    Blocks blocks = {.matrix_rows = matrix->rows,
                     .matrix_columns = matrix->columns,
                     .height = parts(matrix->rows, limit),
                     .width = parts(matrix->columns, limit),
                     .low = (double)INFINITY,
                     .high = (double)-INFINITY,
                     .whole = true};
    if (matrix->rows == 0 || matrix->columns == 0) return (Blocks){0};
    blocks.rows = parts(matrix->rows, blocks.height);
    blocks.columns = parts(matrix->columns, blocks.width);
    int64_t count = blocks.rows * blocks.columns;
    blocks.most = NEW_ARRAY(arena, double, count);
    for (int64_t i = 0; i < count; i++) blocks.most[i] = (double)NAN;
    Arena scratch = {0};
    double *values = NEW_ARRAY(&scratch, double, matrix->columns);
    for (int64_t row = 0; row < matrix->rows; row++) {
        matrix_row(matrix, row, values);
        take_row(&blocks, row, values);
    }
    arena_free(&scratch);
    if (blocks.low > blocks.high) blocks.low = blocks.high = 0;
    return blocks;
}

double blocks_most(const Blocks *blocks, int64_t row, int64_t row_end, int64_t column,
                   int64_t column_end)
{
    double most = (double)NAN;
    for (int64_t r = row / blocks->height; r < parts(row_end, blocks->height); r++) {
        for (int64_t c = column / blocks->width; c < parts(column_end, blocks->width); c++) {
            double value = blocks->most[r * blocks->columns + c];
            if (!(most >= value)) most = value;
        }
    }
    return most;
}
