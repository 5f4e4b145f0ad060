// Small products are summed in ascending k with every step rounded to float32, so that the
// arithmetic on the screen gives the number on the screen; large ones go to BLAS, straight from
// the strides.
#include "tensor/product.h"

#include "tensor/blas.h"

enum { BLAS_FROM = 64 * 64 * 64 }; // multiplications in one matrix product

// Row by row of b, where these lie side by side in memory: each cell still gets its products in
// ascending k, so the bits are the same as below.
static void multiply_by_rows(const Product *p, const float *a, const float *b, float *restrict out)
{
    for (int64_t i = 0; i < p->m; i++, out += p->n) {
        for (int64_t j = 0; j < p->n; j++) out[j] = 0;
        for (int64_t k = 0; k < p->k; k++) {
            float x = a[i * p->a_row + k * p->a_column];
            const float *row = b + k * p->b_row;
            for (int64_t j = 0; j < p->n; j++) out[j] += x * row[j];
        }
    }
}

static void multiply_plainly(const Product *p, const float *a, const float *b, float *out)
{
    if (p->b_column == 1) {
        multiply_by_rows(p, a, b, out);
        return;
    }
    for (int64_t i = 0; i < p->m; i++) {
        for (int64_t j = 0; j < p->n; j++) {
            const float *x = a + i * p->a_row, *y = b + j * p->b_column;
            float sum = 0;
            for (int64_t k = 0; k < p->k; k++) sum += x[k * p->a_column] * y[k * p->b_row];
            out[i * p->n + j] = sum;
        }
    }
}

static void multiply_doubles(const Product *p, const double *a, const double *b, double *out)
{
    for (int64_t i = 0; i < p->m; i++) {
        for (int64_t j = 0; j < p->n; j++) {
            const double *x = a + i * p->a_row, *y = b + j * p->b_column;
            double sum = 0;
            for (int64_t k = 0; k < p->k; k++) sum += x[k * p->a_column] * y[k * p->b_row];
            out[i * p->n + j] = sum;
        }
    }
}

// Sums wrap around, as PyTorch's do.
#define MULTIPLY_INTEGERS(name, Cell)                                                              \
    static void name(const Product *p, const void *left, const void *right, void *result)          \
    {                                                                                              \
        const Cell *a = left, *b = right;                                                          \
        Cell *out = result;                                                                        \
        for (int64_t i = 0; i < p->m; i++) {                                                       \
            for (int64_t j = 0; j < p->n; j++) {                                                   \
                const Cell *x = a + i * p->a_row, *y = b + j * p->b_column;                        \
                uint64_t sum = 0;                                                                  \
                for (int64_t k = 0; k < p->k; k++)                                                 \
                    sum += (uint64_t)x[k * p->a_column] * (uint64_t)y[k * p->b_row];               \
                out[i * p->n + j] = (Cell)sum;                                                     \
            }                                                                                      \
        }                                                                                          \
    }

MULTIPLY_INTEGERS(multiply_int64, int64_t)
MULTIPLY_INTEGERS(multiply_int32, int32_t)
MULTIPLY_INTEGERS(multiply_int16, int16_t)
MULTIPLY_INTEGERS(multiply_int8, int8_t)
MULTIPLY_INTEGERS(multiply_uint8, uint8_t)

static bool is_large(const Product *p)
{
    return (double)p->m * (double)p->k * (double)p->n >= BLAS_FROM;
}

static void multiply_floats(const Product *p, const void *a, const void *b, void *out)
{
    if (!is_large(p) || !blas_multiply(p, a, b, out)) multiply_plainly(p, a, b, out);
}

static void multiply_float64(const Product *p, const void *a, const void *b, void *out)
{
    if (!is_large(p) || !blas_multiply_doubles(p, a, b, out)) multiply_doubles(p, a, b, out);
}

static const void *cells_at(const Tensor *tensor, int64_t at)
{
    const unsigned char *data = tensor_data(tensor);
    return data + (size_t)at * dtype_bytes(tensor->dtype);
}

void product_multiply(const Product *p, DType dtype, const Tensor *tensor[3], const int64_t at[3])
{
    typedef void Multiply(const Product *p, const void *a, const void *b, void *out);
    static Multiply *const multiply[DTYPE_COUNT] = {
        [DTYPE_FLOAT32] = multiply_floats, [DTYPE_FLOAT64] = multiply_float64,
        [DTYPE_INT64] = multiply_int64,    [DTYPE_INT32] = multiply_int32,
        [DTYPE_INT16] = multiply_int16,    [DTYPE_INT8] = multiply_int8,
        [DTYPE_UINT8] = multiply_uint8,
    };
    unsigned char *out = tensor_data(tensor[0]);
    multiply[dtype](p, cells_at(tensor[1], at[1]), cells_at(tensor[2], at[2]),
                    out + (size_t)at[0] * dtype_bytes(dtype));
}
