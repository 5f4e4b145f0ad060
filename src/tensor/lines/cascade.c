// Sums of floats, as PyTorch's SumKernel.cpp makes them with vectors of 8 floats: always four sums
// side by side, each of one number or of 8.
#include "tensor/lines/nest.h"

#include "tensor/float/pair.h"
#include "tensor/float/rows.h"

enum { LANES = 8, SUMS = 4, DEPTH = 4, WIDTH = SUMS * LANES };

// Where sum k of a row takes its `lanes` numbers: at in + row * row_stride + k * sum_stride.
typedef struct SumGrid {
    const float *in;
    int64_t row_stride, sum_stride;
    int64_t rows;
} SumGrid;

LANE void add_rows(const SumGrid *grid, int64_t from, int64_t to, int lanes, float *sums)
{
    float sum[WIDTH];
    for (int i = 0; i < SUMS * lanes; i++) sum[i] = sums[i];
    for (int64_t row = from; row < to; row++) {
        const float *in = grid->in + row * grid->row_stride;
        for (int k = 0; k < SUMS; k++) {
            for (int i = 0; i < lanes; i++) sum[k * lanes + i] += in[k * grid->sum_stride + i];
        }
    }
    for (int i = 0; i < SUMS * lanes; i++) sums[i] = sum[i];
}

// How many bits of the row's number one level covers: rows^(1/4), and 16 rows at least.
static int level_bits(int64_t rows)
{
    int bits = 1;
    while (bits < 62 && (int64_t)1 << bits < rows) bits++;
    return bits / DEPTH > 4 ? bits / DEPTH : 4;
}

// After each step the sums move one level up, and further where that level is full too.
LANE void add_levels(const SumGrid *grid, int lanes, float *total)
{
    float level[DEPTH][WIDTH] = {{0}};
    int bits = level_bits(grid->rows);
    int64_t step = (int64_t)1 << bits, row = 0;
    while (row + step <= grid->rows) {
        add_rows(grid, row, row + step, lanes, level[0]);
        row += step;
        for (int j = 1; j < DEPTH; j++) {
            for (int i = 0; i < SUMS * lanes; i++) {
                level[j][i] += level[j - 1][i];
                level[j - 1][i] = 0;
            }
            if (row & (step - 1) << j * bits) break;
        }
    }
    add_rows(grid, row, grid->rows, lanes, level[0]);
    for (int i = 0; i < SUMS * lanes; i++) {
        total[i] = ((level[0][i] + level[1][i]) + level[2][i]) + level[3][i];
    }
}

FOR_AVX2 static void add_eights_avx2(const SumGrid *grid, float *total)
{
    add_levels(grid, LANES, total);
}

static void add_eights_any(const SumGrid *grid, float *total)
{
    add_levels(grid, LANES, total);
}

static void add_eights(const SumGrid *grid, float *total)
{
    (HAVE_AVX2() ? add_eights_avx2 : add_eights_any)(grid, total);
}

static void add_ones(const SumGrid *grid, float *total)
{
    add_levels(grid, 1, total);
}

// ---- one row: its numbers are dealt out to the four sums ---------------------------------------

static void row_sum(const float *in, int64_t stride, int64_t n, int lanes, float *sum)
{
    float total[WIDTH];
    SumGrid grid = {in, SUMS * stride, stride, n / SUMS};
    (lanes == LANES ? add_eights : add_ones)(&grid, total);
    for (int64_t row = n / SUMS * SUMS; row < n; row++) {
        for (int i = 0; i < lanes; i++) total[i] += in[row * stride + i];
    }
    for (int i = 0; i < lanes; i++)
        sum[i] = ((total[i] + total[lanes + i]) + total[2 * lanes + i]) + total[3 * lanes + i];
}

static float contiguous_sum(const float *in, int64_t n)
{
    float sum = 0, eight[LANES];
    int64_t eights = n / LANES;
    row_sum(in, LANES, eights, LANES, eight);
    for (int64_t i = eights * LANES; i < n; i++) sum += in[i];
    for (int k = 0; k < LANES; k++) sum += eight[k];
    return sum;
}

static float strided_sum(const float *in, int64_t stride, int64_t n)
{
    float sum;
    row_sum(in, stride, n, 1, &sum);
    return sum;
}

// ---- many rows ---------------------------------------------------------------------------------

static void add_to(const Nest *nest, int64_t from, const float *sums, int count)
{
    for (int i = 0; i < count; i++) nest->out[(from + i) * nest->out_stride] += sums[i];
}

static void sum_columns(const Nest *nest)
{
    int64_t j = 0, columns = nest->n[1], down = nest->in_stride[0];
    float sums[WIDTH];
    for (; j + WIDTH <= columns; j += WIDTH) {
        add_eights(&(SumGrid){nest->in + j, down, LANES, nest->n[0]}, sums);
        add_to(nest, j, sums, WIDTH);
    }
    for (; j + LANES <= columns; j += LANES) {
        row_sum(nest->in + j, down, nest->n[0], LANES, sums);
        add_to(nest, j, sums, LANES);
    }
    for (; j < columns; j++) {
        sums[0] = strided_sum(nest->in + j, down, nest->n[0]);
        add_to(nest, j, sums, 1);
    }
}

static void sum_far_columns(const Nest *nest)
{
    int64_t j = 0, across = nest->in_stride[1], down = nest->in_stride[0];
    float sums[SUMS];
    for (; j + SUMS <= nest->n[1]; j += SUMS) {
        add_ones(&(SumGrid){nest->in + j * across, down, across, nest->n[0]}, sums);
        add_to(nest, j, sums, SUMS);
    }
    for (; j < nest->n[1]; j++) {
        sums[0] = strided_sum(nest->in + j * across, down, nest->n[0]);
        add_to(nest, j, sums, 1);
    }
}

static void sum_rows(const Nest *nest)
{
    bool contiguous = nest->in_stride[0] == 1 && nest->n[0] >= LANES;
    for (int64_t j = 0; j < nest->n[1]; j++) {
        const float *row = nest->in + j * nest->in_stride[1];
        float sum = contiguous ? contiguous_sum(row, nest->n[0])
                               : strided_sum(row, nest->in_stride[0], nest->n[0]);
        add_to(nest, j, &sum, 1);
    }
}

void cascade_sum(const Nest *nest)
{
    int64_t down = nest->in_stride[0], across = nest->in_stride[1];
    if (down == 1 && nest->n[0] >= LANES)
        sum_rows(nest);
    else if (across == 1 && nest->n[1] >= LANES)
        sum_columns(nest);
    else if (down < across)
        sum_rows(nest);
    else
        sum_far_columns(nest);
}
