// Multiplies the rows of a short text with a weight without laying the weight out anew.
//
// BLAS copies both factors into the order in which it reads them, which pays where each cell is
// used some hundred times. A weight that meets 64 rows takes as long to copy as to multiply. Here
// the rows are copied, cells with the same k side by side, as wide as the processor's registers;
// the weight is read once, in place.
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
typedef void PanelFunction(const float *panel, const float *const *column, int64_t k, float *sums);

typedef struct PanelKind {
    PanelFunction *multiply;
    int rows, columns; // of one panel; multiplied at a time
} PanelKind;

#define UNROLLED _Pragma("GCC unroll 12")

// `columns` times `width` registers hold the sums.
#define PANEL(name, features, Register, spread, multiply_add, columns, width)                      \
    __attribute__((target(features))) static void name(                                            \
        const float *panel, const float *const *column, int64_t k, float *sums)                    \
    {                                                                                              \
        Register sum[columns][width];                                                              \
        const Register *cells = (const Register *)(const void *)panel;                             \
        Register *out = (Register *)(void *)sums;                                                  \
        UNROLLED for (int j = 0; j < columns; j++) UNROLLED for (int i = 0; i < width; i++)        \
            sum[j][i] = spread(0);                                                                 \
        for (int64_t at = 0; at < k; at++, cells += width) {                                       \
            UNROLLED for (int j = 0; j < columns; j++)                                             \
            {                                                                                      \
                Register cell = spread(column[j][at]);                                             \
                UNROLLED for (int i = 0; i < width; i++) sum[j][i] =                               \
                    multiply_add(cell, cells[i], sum[j][i]);                                       \
            }                                                                                      \
        }                                                                                          \
        UNROLLED for (int j = 0; j < columns; j++) UNROLLED for (int i = 0; i < width; i++)        \
            out[j * width + i] = sum[j][i];                                                        \
    }

PANEL(multiply_64, "avx512f", __m512, _mm512_set1_ps, _mm512_fmadd_ps, 6, 4)
PANEL(multiply_32, "avx512f", __m512, _mm512_set1_ps, _mm512_fmadd_ps, 12, 2)
PANEL(multiply_16, "avx512f", __m512, _mm512_set1_ps, _mm512_fmadd_ps, 12, 1)
PANEL(multiply_16_by_8, "avx2,fma", __m256, _mm256_set1_ps, _mm256_fmadd_ps, 6, 2)
PANEL(multiply_8, "avx2,fma", __m256, _mm256_set1_ps, _mm256_fmadd_ps, 12, 1)

// The widest panel that the rows fill.
static const PanelKind *kind_for(int64_t rows)
{
    static const PanelKind of_16[] = {
        {multiply_64, 64, 6}, {multiply_32, 32, 12}, {multiply_16, 16, 12}};
    static const PanelKind of_8[] = {{multiply_16_by_8, 16, 6}, {multiply_8, 8, 12}};
    if (HAVE_AVX512()) return of_16 + (rows <= 32) + (rows <= 16);
    if (HAVE_AVX2()) return of_8 + (rows <= 8);
    return NULL;
}

typedef struct FewRows {
    const Product *product;
    const Factors *factors;
    const PanelKind *kind;
    const float *panels;
} FewRows;

// Panel after panel: for each k the cells of its rows. Rows beyond the last are left 0. Some cells
// of each row at a time, so that what is written stays in the cache until it is whole.
static float *lay_panels(const Product *p, const float *a, const PanelKind *kind)
{
    enum { SOME = 32 };
    int64_t panels = (p->m + kind->rows - 1) / kind->rows;
    size_t bytes = (size_t)(panels * kind->rows * p->k) * sizeof *a, line = sizeof(__m512);
    float *laid = aligned_alloc(line, (bytes + line - 1) / line * line); // whole lines, as C11 asks
    if (!laid) return NULL;
    if (p->m % kind->rows) memset(laid, 0, bytes);
    for (int64_t k = 0; k < p->k; k += SOME) {
        int64_t count = p->k - k < SOME ? p->k - k : SOME;
        for (int64_t i = 0; i < p->m; i++) {
            const float *row = a + i * p->a_row + k * p->a_column;
            float *to = laid + i / kind->rows * kind->rows * p->k + i % kind->rows + k * kind->rows;
            for (int64_t n = 0; n < count; n++) to[n * kind->rows] = row[n * p->a_column];
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

// Some columns at a time; where fewer are left, the last is taken for those that are missing.
static void multiply_strip(const FewRows *few, int64_t from, int64_t end, float *sums)
{
    const Product *p = few->product;
    const PanelKind *kind = few->kind;
    const float *column[MAX_COLUMNS], *b = few->factors->b;
    for (int64_t at = from; at < end; at += kind->columns) {
        for (int64_t j = 0; j < kind->columns; j++)
            column[j] = b + (at + j < end ? at + j : end - 1) * p->b_column;
        float *out = sums + (at - from) * kind->rows;
        for (int64_t i = 0; i < p->m; i += kind->rows)
            kind->multiply(few->panels + i * p->k, column, p->k, out + i * STRIP);
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
    return dtype == DTYPE_FLOAT32 && p->m >= LEAST_ROWS && p->m <= MOST_ROWS && p->b_row == 1 &&
           p->k > 1;
}

bool few_rows_multiply(const Product *p, DType dtype, const Factors *factors)
{
    if (!is_fit(p, dtype)) return false;
    FewRows few = {p, factors, kind_for(p->m), NULL};
    if (!few.kind) return false;
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
