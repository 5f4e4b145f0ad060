// Cuts a large matrix into blocks and keeps the largest number of each (max pooling), in one pass
// over its rows. Eight maxima are computed side by side, so that the compiler can use vector
// instructions. Infinities and nan do not count.
#include "study/looks/blocks.h"

#include "study/axes/row.h"

#include <math.h>

static int64_t parts(int64_t size, int64_t part)
{
    return (size + part - 1) / part;
}

static bool are_whole(const double *values, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        if (isfinite(values[i]) && values[i] != floor(values[i])) return false;
    }
    return true;
}

// The least and the largest of a row's finite numbers. There may be millions: they are compared in
// lanes that do not wait for each other.
static void take_bounds(const double *values, int64_t count, double *low, double *high)
{
    enum { LANES = 8 };
    double least[LANES], most[LANES];
    for (int k = 0; k < LANES; k++) {
        least[k] = *low;
        most[k] = *high;
    }
    int64_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        for (int k = 0; k < LANES; k++) {
            double value = values[i + k];
            double above = value > -HUGE_VAL ? value : HUGE_VAL;
            double below = value < HUGE_VAL ? value : -HUGE_VAL;
            least[k] = above < least[k] ? above : least[k];
            most[k] = below > most[k] ? below : most[k];
        }
    }
    for (; i < count; i++) {
        if (values[i] < least[0] && values[i] > -HUGE_VAL) least[0] = values[i];
        if (values[i] > most[0] && values[i] < HUGE_VAL) most[0] = values[i];
    }
    for (int k = 0; k < LANES; k++) {
        *low = least[k] < *low ? least[k] : *low;
        *high = most[k] > *high ? most[k] : *high;
    }
}

static void take_row(Blocks *blocks, int64_t row, const double *values)
{
    double *most = blocks->most + row / blocks->height * blocks->columns;
    blocks->whole = blocks->whole && are_whole(values, blocks->matrix_columns);
    for (int64_t b = 0; b < blocks->columns; b++) {
        int64_t from = b * blocks->width, left = blocks->matrix_columns - from;
        double high = -HUGE_VAL;
        take_bounds(values + from, left < blocks->width ? left : blocks->width, &blocks->low,
                    &high);
        if (high > -HUGE_VAL && !(most[b] >= high)) most[b] = high;
        if (high > blocks->high) blocks->high = high;
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
    SCRATCH(scratch);
    double *values = NEW_ARRAY(&scratch, double, matrix->columns);
    for (int64_t row = 0; row < matrix->rows; row++) {
        matrix_row(matrix, row, values);
        take_row(&blocks, row, values);
    }
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
