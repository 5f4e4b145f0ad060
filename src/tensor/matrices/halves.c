// Products with a weight of bfloat16 that is read in place: a language model reads each of its
// weights once for a token, and how fast memory can be read is how fast it writes.
//
// Of less than eight rows each is multiplied with some columns of the weight at a time; more are
// laid out in panels (few_rows.c).
#include "tensor/matrices/product.h"

#include "base/machine/share.h"
#include "tensor/float/rows.h"

#include <stdlib.h>

// Columns multiplied at a time, and multiplications that are worth being shared out.
enum { COLUMNS = 4, PART_WORK = 1 << 18, MOST_ROWS = 128 };

// The sums of the products of a row with some columns.
typedef void DotFunction(const void *row, const uint16_t *const *column, int64_t k, float *sums);

typedef struct DotWay {
    DotFunction *dot;
    bool of_halves; // the row is bfloat16 too, else float32
} DotWay;

static inline float wide(uint16_t cell)
{
    return bits_float((uint32_t)cell << 16);
}

static void dot_cells(const void *row, const uint16_t *const *column, int64_t k, float *sums)
{
    const float *x = row;
    for (int j = 0; j < COLUMNS; j++) {
        sums[j] = 0;
        for (int64_t i = 0; i < k; i++) sums[j] += x[i] * wide(column[j][i]);
    }
}

static const DotWay plain = {dot_cells, false};

#ifdef FOR_AVX512

FOR_AVX2 static void dot_eights(const void *row, const uint16_t *const *column, int64_t k,
                                float *sums)
{
    const float *x = row;
    __m256 sum[COLUMNS] = {0};
    int64_t i = 0;
    for (; i + 8 <= k; i += 8) {
        __m256 cells = _mm256_loadu_ps(x + i);
        for (int j = 0; j < COLUMNS; j++) {
            __m128i half = _mm_loadu_si128((const __m128i *)(const void *)(column[j] + i));
            __m256i bits = _mm256_slli_epi32(_mm256_cvtepu16_epi32(half), 16);
            sum[j] = _mm256_fmadd_ps(cells, _mm256_castsi256_ps(bits), sum[j]);
        }
    }
    for (int j = 0; j < COLUMNS; j++) {
        float part[8];
        _mm256_storeu_ps(part, sum[j]);
        sums[j] = ((part[0] + part[4]) + (part[1] + part[5])) +
                  ((part[2] + part[6]) + (part[3] + part[7]));
        for (int64_t at = i; at < k; at++) sums[j] += x[at] * wide(column[j][at]);
    }
}

__attribute__((target(FOR_PAIRS))) static void dot_pairs(const void *row,
                                                         const uint16_t *const *column, int64_t k,
                                                         float *sums)
{
    enum { AHEAD = 512 }; // cells, of what will be read next
    const uint16_t *half = row;
    __m512 sum[COLUMNS] = {0};
    int64_t i = 0;
    for (; i + 32 <= k; i += 32) {
        __m512bh cells = (__m512bh)_mm512_loadu_si512(half + i);
        for (int j = 0; j < COLUMNS; j++) {
            _mm_prefetch((const char *)(column[j] + i + AHEAD), _MM_HINT_T0);
            sum[j] = _mm512_dpbf16_ps(sum[j], cells, (__m512bh)_mm512_loadu_si512(column[j] + i));
        }
    }
    if (i < k) {
        __mmask32 rest = (1u << (k - i)) - 1;
        __m512bh cells = (__m512bh)_mm512_maskz_loadu_epi16(rest, half + i);
        for (int j = 0; j < COLUMNS; j++)
            sum[j] = _mm512_dpbf16_ps(sum[j], cells,
                                      (__m512bh)_mm512_maskz_loadu_epi16(rest, column[j] + i));
    }
    for (int j = 0; j < COLUMNS; j++) sums[j] = _mm512_reduce_add_ps(sum[j]);
}

static const DotWay *dot_way(void)
{
    static const DotWay pairs = {dot_pairs, true}, eights = {dot_eights, false};
    return HAVE_PAIRS() ? &pairs : HAVE_AVX2() ? &eights : &plain;
}

#else

static const DotWay *dot_way(void)
{
    return &plain;
}

#endif

typedef struct HalfDots {
    const Product *product;
    const Factors *factors;
    DotFunction *dot;
    const char *rows; // one after another
    int64_t row_bytes;
} HalfDots;

static float finished(const Product *p, float sum, const float *added)
{
    float alpha = (float)p->alpha, beta = (float)p->beta;
    if (!p->adds) return sum;
    return alpha * sum + (beta == 0 ? 0 : beta * *added);
}

static void multiply_columns(void *context, int64_t from, int64_t to)
{
    const HalfDots *dots = context;
    const Product *p = dots->product;
    const uint16_t *b = dots->factors->b, *column[COLUMNS];
    const float *added = dots->factors->added;
    for (int64_t at = from; at < to; at += COLUMNS) {
        int64_t count = to - at < COLUMNS ? to - at : COLUMNS;
        for (int64_t j = 0; j < COLUMNS; j++)
            column[j] = b + (at + (j < count ? j : 0)) * p->b_column;
        for (int64_t i = 0; i < p->m; i++) {
            float sums[COLUMNS], *out = (float *)dots->factors->out + i * p->out_row + at;
            dots->dot(dots->rows + i * dots->row_bytes, column, p->k, sums);
            for (int64_t j = 0; j < count; j++) {
                const float *more =
                    added ? added + i * p->added_row + (at + j) * p->added_column : NULL;
                out[j] = finished(p, sums[j], more);
            }
        }
    }
}

// Where there is no memory for the rows, each cell is summed by itself.
static void multiply_slowly(const Product *p, const Factors *f)
{
    for (int64_t i = 0; i < p->m; i++) {
        for (int64_t j = 0; j < p->n; j++) {
            const float *row = (const float *)f->a + i * p->a_row, *added = f->added;
            const uint16_t *column = (const uint16_t *)f->b + j * p->b_column;
            float sum = 0;
            for (int64_t k = 0; k < p->k; k++) sum += row[k * p->a_column] * wide(column[k]);
            if (added) added += i * p->added_row + j * p->added_column;
            ((float *)f->out)[i * p->out_row + j] = finished(p, sum, added);
        }
    }
}

// Floats that have been bfloat16: their upper halves are all there is.
static void lay_rows(const Product *p, const float *a, bool of_halves, char *laid)
{
    for (int64_t i = 0; i < p->m; i++) {
        for (int64_t k = 0; k < p->k; k++) {
            float cell = a[i * p->a_row + k * p->a_column];
            if (of_halves)
                ((uint16_t *)(void *)laid)[i * p->k + k] = (uint16_t)(float_bits(cell) >> 16);
            else
                ((float *)(void *)laid)[i * p->k + k] = cell;
        }
    }
}

static void multiply_by_dots(const Product *p, const Factors *f)
{
    const DotWay *way = dot_way();
    int64_t row_bytes = p->k * (way->of_halves ? 2 : 4);
    char *laid = malloc((size_t)(p->m * row_bytes) + 1);
    if (!laid) {
        multiply_slowly(p, f);
        return;
    }
    lay_rows(p, f->a, way->of_halves, laid);
    HalfDots dots = {p, f, way->dot, laid, row_bytes};
    int64_t part = PART_WORK / (p->m * p->k + 1) / COLUMNS + 1;
    share_out(p->n, part * COLUMNS, multiply_columns, &dots);
    free(laid);
}

void halves_multiply(const Product *product, const Factors *factors)
{
    Product p = *product;
    Factors f = *factors;
    p.out_row = p.n;
    for (int64_t row = 0; row < product->m; row += MOST_ROWS) {
        p.m = product->m - row < MOST_ROWS ? product->m - row : MOST_ROWS;
        f.a = (const float *)factors->a + row * p.a_row;
        f.out = (float *)factors->out + row * p.out_row;
        if (factors->added) f.added = (const float *)factors->added + row * p.added_row;
        if (!few_rows_multiply(&p, DTYPE_BFLOAT16, &f)) multiply_by_dots(&p, &f);
    }
}
