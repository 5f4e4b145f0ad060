// Multiplies two matrices, C[i,j] = sum of A[i,k] * B[k,j] over k. Small products are summed in
// ascending k with every step rounded to float32, so that the arithmetic on the screen gives the
// number on the screen; large ones go to BLAS, straight from the strides.
#include "tensor/matrices/product.h"

#include "base/machine/share.h"
#include "tensor/dtype.h"
#include "tensor/matrices/blas.h"

#include <stdlib.h>
#include <string.h>

enum { BLAS_FROM = 64 * 64 * 64 }; // multiplications in one matrix product

// Multiplications of the smallest tile of a product that is worth being shared out. Of less than a
// quarter, BLAS would sum in another order.
enum { TILE_WORK = 4 << 20, LANES = 32 };

// Sums of integers wrap around, as PyTorch's do.
#define MULTIPLY(name, Cell, Sum, start)                                                           \
    static void name(const Product *p, const void *left, const void *right, void *result)          \
    {                                                                                              \
        const Cell *a = left, *b = right;                                                          \
        Cell *out = result;                                                                        \
        for (int64_t i = 0; i < p->m; i++) {                                                       \
            for (int64_t j = 0; j < p->n; j++) {                                                   \
                const Cell *x = a + i * p->a_row, *y = b + j * p->b_column;                        \
                Sum sum = start;                                                                   \
                for (int64_t k = 0; k < p->k; k++)                                                 \
                    sum += (Sum)x[k * p->a_column] * (Sum)y[k * p->b_row];                         \
                out[i * p->n + j] = (Cell)sum;                                                     \
            }                                                                                      \
        }                                                                                          \
    }

MULTIPLY(multiply_doubles, double, double, p->alone ? -0.0 : 0)
MULTIPLY(multiply_int64, int64_t, uint64_t, 0)
MULTIPLY(multiply_int32, int32_t, uint64_t, 0)
MULTIPLY(multiply_int16, int16_t, uint64_t, 0)
MULTIPLY(multiply_int8, int8_t, uint64_t, 0)
MULTIPLY(multiply_uint8, uint8_t, uint64_t, 0)

static bool is_large(const Product *p)
{
    return (double)p->m * (double)p->k * (double)p->n >= BLAS_FROM;
}

// ---- what is added -----------------------------------------------------------------------------

// To the finished sums, as the arithmetic on the screen does it.
#define ADD_TO_PRODUCT(name, Cell)                                                                 \
    static void name(const Product *p, const Factors *f)                                           \
    {                                                                                              \
        const Cell *added = f->added;                                                              \
        Cell *out = f->out, alpha = (Cell)p->alpha, beta = (Cell)p->beta;                          \
        for (int64_t i = 0; i < p->m; i++, out += p->n) {                                          \
            for (int64_t j = 0; alpha != 1 && j < p->n; j++) out[j] = (Cell)(out[j] * alpha);      \
            for (int64_t j = 0; beta != 0 && j < p->n; j++) {                                      \
                Cell x = added[i * p->added_row + j * p->added_column];                            \
                out[j] = (Cell)(out[j] + (beta == 1 ? x : (Cell)(x * beta)));                      \
            }                                                                                      \
        }                                                                                          \
    }

ADD_TO_PRODUCT(add_floats, float)
ADD_TO_PRODUCT(add_doubles, double)
ADD_TO_PRODUCT(add_int64, uint64_t) // wraps around
ADD_TO_PRODUCT(add_int32, uint32_t)
ADD_TO_PRODUCT(add_int16, uint16_t)
ADD_TO_PRODUCT(add_int8, uint8_t)

// For BLAS, which adds to what is in the output.
#define PUT_ADDED(name, Cell)                                                                      \
    static void name(const Product *p, const Factors *f)                                           \
    {                                                                                              \
        const Cell *added = f->added;                                                              \
        Cell *out = f->out;                                                                        \
        if (!p->adds || p->beta == 0) return;                                                      \
        for (int64_t i = 0; i < p->m; i++, out += p->out_row, added += p->added_row) {             \
            for (int64_t j = 0; p->added_column != 1 && j < p->n; j++)                             \
                out[j] = added[j * p->added_column];                                               \
            if (p->added_column == 1) memcpy(out, added, (size_t)p->n * sizeof *out);              \
        }                                                                                          \
    }

PUT_ADDED(put_floats, float)
PUT_ADDED(put_doubles, double)

// ---- by dtype ----------------------------------------------------------------------------------

// A copy of a matrix, row by row; NULL: there is no memory for it. It becomes the factor.
static void *lay_in_rows(const void **factor, int64_t rows, int64_t columns, int64_t *row,
                         int64_t *column, size_t bytes)
{
    char *copy = malloc((size_t)rows * (size_t)columns * bytes), *to = copy;
    if (!copy) return NULL;
    for (int64_t i = 0; i < rows; i++) {
        const char *from = (const char *)*factor + i * *row * (int64_t)bytes;
        int64_t step = *column * (int64_t)bytes;
        for (int64_t j = 0; j < columns; j++, to += bytes, from += step) memcpy(to, from, bytes);
    }
    *factor = copy;
    *row = columns;
    *column = 1;
    return copy;
}

typedef struct Tiles {
    const Product *product;
    const Factors *factors;
    DType dtype;
} Tiles;

// Does the left matrix have more rows than the right one has columns? The larger one is divided:
// each tile prepares the other one for itself.
static bool divides_rows(const Product *p)
{
    return p->m > p->n;
}

// Some rows of the result, or columns.
static void multiply_tile(void *context, int64_t from, int64_t to)
{
    const Tiles *tiles = context;
    Product tile = *tiles->product;
    bool rows = divides_rows(&tile);
    int64_t bytes = (int64_t)dtype_bytes(tiles->dtype);
    const char *a = tiles->factors->a, *b = tiles->factors->b, *added = tiles->factors->added;
    char *out = tiles->factors->out;
    if (rows) tile.m = to - from;
    if (!rows) tile.n = to - from;
    Factors factors = {.a = a + (rows ? from * tile.a_row * bytes : 0),
                       .b = b + (rows ? 0 : from * tile.b_column * bytes),
                       .out = out + from * (rows ? tile.out_row : 1) * bytes};
    if (added) factors.added = added + from * (rows ? tile.added_row : tile.added_column) * bytes;
    (tiles->dtype == DTYPE_FLOAT32 ? put_floats : put_doubles)(&tile, &factors);
    blas_multiply(&tile, tiles->dtype, &factors);
}

// Rows or columns of a tile, one for each thread. BLAS multiplies some at a time, LANES at most,
// and those at the end in another way; as tiles end where these do, a cell has the same bits in
// any.
static int64_t tile_size(const Product *p, int64_t all)
{
    double each = (double)p->m * (double)p->k * (double)p->n / (double)all;
    for (int tiles = share_threads(); tiles > 1; tiles--) {
        int64_t size = (all / tiles + LANES) / LANES * LANES;
        if ((double)(all - (tiles - 1) * size) * each >= TILE_WORK) return size;
    }
    return all;
}

// How many take part of a second, after which the user may want to stop.
static int64_t most_at_once(const Product *p, int64_t all)
{
    const double work = 2e10;
    double each = (double)p->m * (double)p->k * (double)p->n / (double)all;
    return each * LANES > work ? LANES : (int64_t)(work / each) / LANES * LANES;
}

static bool multiply_by_blas(const Product *product, DType dtype, const Factors *f)
{
    Product p = *product;
    p.out_row = p.n;
    if (!blas_can_multiply(&p, dtype)) return false;
    Tiles tiles = {&p, f, dtype};
    int64_t all = divides_rows(&p) ? p.m : p.n;
    int64_t size = tile_size(&p, all), most = most_at_once(&p, all);
    share_out(all, size < most ? size : most, multiply_tile, &tiles);
    return true;
}

// Factors whose cells lie apart are copied first, as PyTorch does.
static bool multiply_large(const Product *p, DType dtype, const Factors *f)
{
    if (!is_large(p)) return false;
    Product in_one = *p;
    in_one.out_row = p->n;
    if (few_rows_multiply(&in_one, dtype, f)) return true;
    if (multiply_by_blas(p, dtype, f)) return true;
    Product rows = *p;
    Factors in_rows = *f;
    size_t bytes = dtype_bytes(dtype);
    void *a = lay_in_rows(&in_rows.a, p->m, p->k, &rows.a_row, &rows.a_column, bytes);
    void *b = lay_in_rows(&in_rows.b, p->k, p->n, &rows.b_row, &rows.b_column, bytes);
    bool done = a && b && multiply_by_blas(&rows, dtype, &in_rows);
    free(a);
    free(b);
    return done;
}

void product_multiply(const Product *p, DType dtype, const Factors *f)
{
    static const struct {
        void (*multiply)(const Product *p, const void *a, const void *b, void *out);
        void (*add)(const Product *p, const Factors *f);
    } ways[DTYPE_COUNT] = {
        [DTYPE_FLOAT32] = {multiply_in_order, add_floats},
        [DTYPE_FLOAT64] = {multiply_doubles, add_doubles},
        [DTYPE_INT64] = {multiply_int64, add_int64},
        [DTYPE_INT32] = {multiply_int32, add_int32},
        [DTYPE_INT16] = {multiply_int16, add_int16},
        [DTYPE_INT8] = {multiply_int8, add_int8},
        [DTYPE_UINT8] = {multiply_uint8, add_int8},
        [DTYPE_BOOL] = {multiply_uint8, NULL}, // single products
    };
    if (dtype_is_float(dtype) && multiply_large(p, dtype, f)) return;
    ways[dtype].multiply(p, f->a, f->b, f->out);
    if (p->adds) ways[dtype].add(p, f);
}
