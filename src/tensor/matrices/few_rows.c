// Multiplies the rows of a short text with a weight without laying the weight out anew.
//
// BLAS copies both factors into the order in which it reads them, which pays where each cell is
// used some hundred times. A weight that meets 64 rows takes as long to copy as to multiply. Here
// the rows are copied, cells with the same k side by side, as wide as the processor's registers;
// the weight is read once, in place: one of bfloat16 in pairs of cells, as processors with
// AVX512_BF16 multiply them, or widened a piece at a time.
#include "tensor/matrices/product.h"

#include "base/machine/share.h"
#include "tensor/float/rows.h"

#include <stdlib.h>
#include <string.h>

#ifdef FOR_AVX512

enum { LEAST_ROWS = 8, MOST_ROWS = 128, MAX_COLUMNS = 12 };

// Columns whose sums are gathered before they are written, a multiple of those multiplied at a
// time; and multiplications that are worth being shared out.
enum { STRIP = 48, PART_WORK = 1 << 20 };

// The products of some columns of b with a panel of a: rows side by side, one group for each k.
// k counts cells, or pairs of them.
typedef void PanelFunction(const float *panel, const void *const *column, int64_t k, float *sums);

typedef struct PanelKind {
    PanelFunction *multiply;
    int rows, columns; // of one panel; multiplied at a time
    bool of_pairs;     // of bfloat16
} PanelKind;

#define UNROLLED _Pragma("GCC unroll 12")

// `columns` times `width` registers hold the sums.
#define PANEL(name, features, Register, Cell, spread, multiply_add, columns, width)                \
    __attribute__((target(features))) static void name(                                            \
        const float *panel, const void *const *column, int64_t k, float *sums)                     \
    {                                                                                              \
        Register sum[columns][width];                                                              \
        const Register *cells = (const Register *)(const void *)panel;                             \
        Register *out = (Register *)(void *)sums;                                                  \
        UNROLLED for (int j = 0; j < columns; j++) UNROLLED for (int i = 0; i < width; i++)        \
            sum[j][i] = spread(0);                                                                 \
        for (int64_t at = 0; at < k; at++, cells += width) {                                       \
            UNROLLED for (int j = 0; j < columns; j++)                                             \
            {                                                                                      \
                Register cell = spread(((const Cell *)column[j])[at]);                             \
                UNROLLED for (int i = 0; i < width; i++) sum[j][i] =                               \
                    multiply_add(cell, cells[i], sum[j][i]);                                       \
            }                                                                                      \
        }                                                                                          \
        UNROLLED for (int j = 0; j < columns; j++) UNROLLED for (int i = 0; i < width; i++)        \
            out[j * width + i] = sum[j][i];                                                        \
    }

PANEL(multiply_64, "avx512f", __m512, float, _mm512_set1_ps, _mm512_fmadd_ps, 6, 4)
PANEL(multiply_32, "avx512f", __m512, float, _mm512_set1_ps, _mm512_fmadd_ps, 12, 2)
PANEL(multiply_16, "avx512f", __m512, float, _mm512_set1_ps, _mm512_fmadd_ps, 12, 1)
PANEL(multiply_16_by_8, "avx2,fma", __m256, float, _mm256_set1_ps, _mm256_fmadd_ps, 6, 2)
PANEL(multiply_8, "avx2,fma", __m256, float, _mm256_set1_ps, _mm256_fmadd_ps, 12, 1)

#define SPREAD_PAIR(pair)           _mm512_castsi512_ps(_mm512_set1_epi32(pair))
#define ADD_PAIRS(pair, other, sum) _mm512_dpbf16_ps(sum, (__m512bh)(other), (__m512bh)(pair))

PANEL(pairs_64, FOR_PAIRS, __m512, int32_t, SPREAD_PAIR, ADD_PAIRS, 6, 4)
PANEL(pairs_32, FOR_PAIRS, __m512, int32_t, SPREAD_PAIR, ADD_PAIRS, 12, 2)
PANEL(pairs_16, FOR_PAIRS, __m512, int32_t, SPREAD_PAIR, ADD_PAIRS, 12, 1)

// The widest panel that the rows fill.
static const PanelKind *kind_for(int64_t rows, bool pairs)
{
    static const PanelKind of_16[] = {
        {multiply_64, 64, 6, false}, {multiply_32, 32, 12, false}, {multiply_16, 16, 12, false}};
    static const PanelKind of_8[] = {{multiply_16_by_8, 16, 6, false}, {multiply_8, 8, 12, false}};
    static const PanelKind of_pairs[] = {
        {pairs_64, 64, 6, true}, {pairs_32, 32, 12, true}, {pairs_16, 16, 12, true}};
    if (pairs && HAVE_PAIRS()) return of_pairs + (rows <= 32) + (rows <= 16);
    if (HAVE_AVX512()) return of_16 + (rows <= 32) + (rows <= 16);
    if (HAVE_AVX2()) return of_8 + (rows <= 8);
    return NULL;
}

typedef struct FewRows {
    const Product *product;
    const Factors *factors;
    const PanelKind *kind;
    const float *panels;
    int64_t k;   // of a panel: cells, or pairs of them
    bool widens; // columns of bfloat16
} FewRows;

static void lay_cells(const float *row, int64_t step, float *to, int64_t rows, int64_t from,
                      int64_t end)
{
    for (int64_t k = from; k < end; k++) to[k * rows] = row[k * step];
}

// Floats that have been bfloat16: their upper halves are all there is.
static void lay_pairs(const float *row, int64_t step, float *to, int64_t rows, int64_t from,
                      int64_t end)
{
    for (int64_t k = from; k < end; k++) {
        uint32_t first = float_bits(row[2 * k * step]),
                 second = float_bits(row[(2 * k + 1) * step]);
        to[k * rows] = bits_float(first >> 16 | (second & 0xffff0000u));
    }
}

// Panel after panel: for each k the cells of its rows. Rows beyond the last are left 0. Some cells
// of each row at a time, so that what is written stays in the cache until it is whole.
static float *lay_panels(const Product *p, const float *a, const PanelKind *kind)
{
    enum { SOME = 32 };
    int64_t panels = (p->m + kind->rows - 1) / kind->rows, cells = kind->of_pairs ? p->k / 2 : p->k;
    size_t bytes = (size_t)(panels * kind->rows * cells) * sizeof *a, line = sizeof(__m512);
    float *laid = aligned_alloc(line, (bytes + line - 1) / line * line); // whole lines, as C11 asks
    if (!laid) return NULL;
    if (p->m % kind->rows) memset(laid, 0, bytes);
    for (int64_t k = 0; k < cells; k += SOME) {
        int64_t count = cells - k < SOME ? cells - k : SOME;
        for (int64_t i = 0; i < p->m; i++) {
            const float *row = a + i * p->a_row;
            float *to = laid + i / kind->rows * kind->rows * cells + i % kind->rows;
            (kind->of_pairs ? lay_pairs : lay_cells)(row, p->a_column, to, kind->rows, k,
                                                     k + count);
        }
    }
    return laid;
}

static void add_to_row(const Product *p, const float *added, float *out, int64_t count)
{
    float alpha = (float)p->alpha, beta = (float)p->beta;
    for (int64_t j = 0; alpha != 1 && j < count; j++) out[j] *= alpha;
    for (int64_t j = 0; beta != 0 && j < count; j++) out[j] += beta * added[j * p->added_column];
}

// The sums of some columns become parts of rows.
static void put_sums(const FewRows *few, const float *sums, int64_t from, int64_t count)
{
    const Product *p = few->product;
    int64_t rows = few->kind->rows;
    const float *added = few->factors->added;
    if (added) added += from * p->added_column;
    for (int64_t i = 0; i < p->m; i++) {
        float *out = (float *)few->factors->out + i * p->out_row + from;
        const float *sum = sums + i / rows * rows * STRIP + i % rows;
        for (int64_t j = 0; j < count; j++) out[j] = sum[j * rows];
        if (p->adds) add_to_row(p, added ? added + i * p->added_row : NULL, out, count);
    }
}

// The columns of b that are multiplied together; where fewer are left, the last is taken for those
// that are missing.
static void find_columns(const FewRows *few, int64_t at, int64_t end, const void **column)
{
    const Product *p = few->product;
    const char *b = few->factors->b;
    int64_t bytes = few->widens || few->kind->of_pairs ? 2 : 4;
    for (int64_t j = 0; j < few->kind->columns; j++)
        column[j] = b + (at + j < end ? at + j : end - 1) * p->b_column * bytes;
}

// Of columns that are widened a piece at a time the sums of the pieces are added.
static void multiply_widened(const FewRows *few, const void *const *half, float *sums)
{
    enum { PIECE = 512 };
    const PanelKind *kind = few->kind;
    float wide[MAX_COLUMNS][PIECE];
    const void *column[MAX_COLUMNS];
    _Alignas(sizeof(__m512)) float part[MOST_ROWS * MAX_COLUMNS];
    for (int64_t k = 0; k < few->k; k += PIECE) {
        int64_t count = few->k - k < PIECE ? few->k - k : PIECE;
        for (int j = 0; j < kind->columns; j++) {
            const uint16_t *cells = (const uint16_t *)half[j] + k;
            for (int64_t i = 0; i < count; i++) wide[j][i] = bits_float((uint32_t)cells[i] << 16);
            column[j] = wide[j];
        }
        for (int64_t i = 0; i < few->product->m; i += kind->rows) {
            float *sum = sums + i * STRIP;
            kind->multiply(few->panels + i * few->k + k * kind->rows, column, count,
                           k ? part : sum);
            for (int64_t n = 0; k && n < kind->rows * kind->columns; n++) sum[n] += part[n];
        }
    }
}

// Some columns at a time.
static void multiply_strip(const FewRows *few, int64_t from, int64_t end, float *sums)
{
    const PanelKind *kind = few->kind;
    const void *column[MAX_COLUMNS];
    for (int64_t at = from; at < end; at += kind->columns) {
        float *out = sums + (at - from) * kind->rows;
        find_columns(few, at, end, column);
        if (few->widens) {
            multiply_widened(few, column, out);
            continue;
        }
        for (int64_t i = 0; i < few->product->m; i += kind->rows)
            kind->multiply(few->panels + i * few->k, column, few->k, out + i * STRIP);
    }
}

static void multiply_columns(void *context, int64_t from, int64_t to)
{
    const FewRows *few = context;
    _Alignas(sizeof(__m512)) float sums[MOST_ROWS * STRIP];
    for (int64_t at = from; at < to; at += STRIP) {
        int64_t end = to - at < STRIP ? to : at + STRIP;
        multiply_strip(few, at, end, sums);
        put_sums(few, sums, at, end - at);
    }
}

static bool is_fit(const Product *p, DType dtype)
{
    return (dtype == DTYPE_FLOAT32 || dtype == DTYPE_BFLOAT16) && p->m >= LEAST_ROWS &&
           p->m <= MOST_ROWS && p->b_row == 1 && p->k > 1;
}

bool few_rows_multiply(const Product *p, DType dtype, const Factors *factors)
{
    if (!is_fit(p, dtype)) return false;
    bool halves = dtype == DTYPE_BFLOAT16;
    FewRows few = {p, factors, kind_for(p->m, halves && p->k % 2 == 0), NULL, p->k, false};
    if (!few.kind) return false;
    if (few.kind->of_pairs) few.k /= 2;
    few.widens = halves && !few.kind->of_pairs;
    float *panels = lay_panels(p, factors->a, few.kind);
    if (!panels) return false;
    few.panels = panels;
    int64_t part = PART_WORK / (p->m * p->k) / STRIP + 1;
    share_out(p->n, part * STRIP, multiply_columns, &few);
    free(panels);
    return true;
}

#else

bool few_rows_multiply(const Product *p, DType dtype, const Factors *factors)
{
    (void)p, (void)dtype, (void)factors;
    return false;
}

#endif
