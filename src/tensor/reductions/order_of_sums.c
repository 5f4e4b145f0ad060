// Each order is PyTorch's step for step, as the file of its sources has it that the header names.
// Loops that give 8 sums side by side are compiled for AVX2 and for any processor (float/rows.h).
#include "tensor/reductions/order_of_sums.h"

#include "tensor/float/bits.h"
#include "tensor/float/rows.h"

enum { LANES = 8 };

// ---- cascades ----------------------------------------------------------------------------------

enum { SUMS = 4, DEPTH = 4, WIDTH = SUMS * LANES };

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

LANE void add_eights_body(const SumGrid *grid, float *total)
{
    add_levels(grid, LANES, total);
}

COMPILED_TWICE(static, add_eights, (const SumGrid *grid, float *total), (grid, total))

static void add_ones(const SumGrid *grid, float *total)
{
    add_levels(grid, 1, total);
}

// One row: its numbers are dealt out to the four sums.
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

float sum_row_by_cascade(const float *in, int64_t n)
{
    return n < LANES ? strided_sum(in, 1, n) : contiguous_sum(in, n);
}

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

void sum_by_cascade(const Nest *nest)
{
    int64_t down = nest->in_stride[0], across = nest->in_stride[1];
    bool is_full_row = down == 1 && nest->n[0] >= LANES;
    if (!is_full_row && across == 1 && nest->n[1] >= LANES)
        sum_columns(nest);
    else if (is_full_row || down < across)
        sum_rows(nest);
    else
        sum_far_columns(nest);
}

// ---- by eights ---------------------------------------------------------------------------------

LANE float sum_by_eights_body(const float *in, int64_t n)
{
    float sum[LANES];
    if (n < LANES) {
        sum[0] = in[0];
        for (int64_t k = 1; k < n; k++) sum[0] += in[k];
        return sum[0];
    }
    int64_t i = LANES;
    for (int k = 0; k < LANES; k++) sum[k] = in[k];
    for (; i + LANES <= n; i += LANES) {
        for (int k = 0; k < LANES; k++) sum[k] += in[i + k];
    }
    for (int k = 0; i + k < n; k++) sum[k] += in[i + k];
    for (int half = LANES / 2; half; half /= 2) {
        for (int k = 0; k < half; k++) sum[k] += sum[k + half];
    }
    return sum[0];
}

ROW_FOLD(, sum_by_eights)

ROW_LOOP(multiply_loop, a[i] * b[i])

float sum_products_by_eights(const float *x, const float *y, float *room, int64_t n)
{
    multiply_loop(room, x, y, 0, n);
    return n ? sum_by_eights(room, n) : 0;
}

LANE float sum_of_squares_body(const float *in, int64_t n)
{
    float sum[LANES] = {0};
    int64_t i = 0, fours = n - n % LANES % 4;
    for (; i + LANES <= n; i += LANES) {
        for (int k = 0; k < LANES; k++) sum[k] += in[i + k] * in[i + k];
    }
    for (int k = 1; k < LANES; k++) sum[0] += sum[k];
    for (; i < fours; i++) sum[0] += in[i] * in[i];
    for (; i < n; i++) sum[0] = fused(in[i], in[i], sum[0]);
    return sum[0];
}

ROW_FOLD(, sum_of_squares)

// ---- mean and variance -------------------------------------------------------------------------

enum { CHUNK = 16, MOST_LEVELS = 64 };

// Of `count` numbers in each lane: the mean, and the sum of squared distances from it.
typedef struct Moments {
    int64_t count;
    float mean[LANES], squares[LANES];
} Moments;

LANE void join(Moments *into, const Moments *more, int lanes)
{
    int64_t count = into->count + more->count;
    float share = count ? (float)more->count / (float)count : 0;
    for (int i = 0; i < lanes; i++) {
        float delta = more->mean[i] - into->mean[i];
        into->mean[i] = fused(share, delta, into->mean[i]);
        into->squares[i] += fused(delta * delta * share, (float)into->count, more->squares[i]);
    }
    into->count = count;
}

LANE Moments of_chunk(const float *in, int64_t rows)
{
    Moments chunk = {.count = rows};
    for (int64_t j = 0; j < rows; j++) {
        float part = 1 / (float)(j + 1);
        for (int i = 0; i < LANES; i++) {
            float x = in[j * LANES + i], delta = x - chunk.mean[i];
            chunk.mean[i] = fused(delta, part, chunk.mean[i]);
            chunk.squares[i] = fused(delta, x - chunk.mean[i], chunk.squares[i]);
        }
    }
    return chunk;
}

static int levels_for(int64_t chunks)
{
    int levels = 0;
    while (levels < MOST_LEVELS - 1 && (int64_t)1 << levels < chunks) levels++;
    return levels;
}

// All full rows of 8; a chunk that completes a level moves it one up.
LANE Moments of_eights(const float *in, int64_t rows)
{
    int64_t chunks = (rows + CHUNK - 1) / CHUNK;
    int levels = levels_for(chunks);
    Moments level[MOST_LEVELS];
    for (int k = 0; k < levels || k == 0; k++) level[k] = (Moments){0};
    for (int64_t i = 0; i < chunks; i++) {
        int64_t left = rows - i * CHUNK;
        Moments chunk = of_chunk(in + i * CHUNK * LANES, left < CHUNK ? left : CHUNK);
        join(&level[0], &chunk, LANES);
        int64_t mask = i + 1;
        for (int j = 1; j < levels && (mask & 1) == 0; j++, mask >>= 1) {
            join(&level[j], &level[j - 1], LANES);
            level[j - 1] = (Moments){0};
        }
    }
    for (int k = 1; k < levels; k++) join(&level[0], &level[k], LANES);
    return level[0];
}

LANE void moments_of_eights_body(const float *in, int64_t rows, Moments *moments)
{
    *moments = of_eights(in, rows);
}

COMPILED_TWICE(static, moments_of_eights, (const float *in, int64_t rows, Moments *moments),
               (in, rows, moments))

void sum_mean_and_variance(const float *in, int64_t n, float *mean, float *variance)
{
    int64_t rows = n / LANES;
    Moments eights, all = {0};
    moments_of_eights(in, rows, &eights);
    for (int64_t i = rows * LANES; i < n; i++) {
        float delta = in[i] - all.mean[0];
        all.count++;
        all.mean[0] += delta / (float)all.count;
        all.squares[0] += delta * (in[i] - all.mean[0]);
    }
    for (int i = 0; i < LANES; i++) {
        Moments lane = {.count = rows, .mean = {eights.mean[i]}, .squares = {eights.squares[i]}};
        join(&all, &lane, 1);
    }
    *mean = all.mean[0];
    *variance = all.squares[0] / (float)n;
}

// ---- doubles -----------------------------------------------------------------------------------

// Halves of long rows one by one, short ones with eight sums side by side: NumPy's pairwise sum
// (loops_utils.h.src), which is about as exact as PyTorch's cascade.
double sum_in_pairs(const double *cell, int64_t stride, int64_t n)
{
    enum { SIDE_BY_SIDE = 8, SHORT = 128 };
    double total = 0, sum[SIDE_BY_SIDE];
    if (n > SHORT) {
        int64_t half = n / 2 - n / 2 % SIDE_BY_SIDE;
        return sum_in_pairs(cell, stride, half) +
               sum_in_pairs(cell + half * stride, stride, n - half);
    }
    int64_t i = 0;
    if (n >= SIDE_BY_SIDE) {
        for (int k = 0; k < SIDE_BY_SIDE; k++) sum[k] = cell[k * stride];
        for (i = SIDE_BY_SIDE; i + SIDE_BY_SIDE <= n; i += SIDE_BY_SIDE) {
            for (int k = 0; k < SIDE_BY_SIDE; k++) sum[k] += cell[(i + k) * stride];
        }
        total = ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
    }
    for (; i < n; i++) total += cell[i * stride];
    return total;
}

void sum_mean_and_variance_of_doubles(const double *in, int64_t n, double *mean, double *variance)
{
    *mean = *variance = 0;
    for (int64_t i = 0; i < n; i++) *mean += in[i];
    *mean /= (double)n;
    for (int64_t i = 0; i < n; i++) *variance += (in[i] - *mean) * (in[i] - *mean);
    *variance /= (double)n;
}
