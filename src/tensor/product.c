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

static void multiply_ints(const Product *p, const int64_t *a, const int64_t *b, int64_t *out)
{
    for (int64_t i = 0; i < p->m; i++) {
        for (int64_t j = 0; j < p->n; j++) {
            const int64_t *x = a + i * p->a_row, *y = b + j * p->b_column;
            uint64_t sum = 0; // wraps around, as PyTorch's does
            for (int64_t k = 0; k < p->k; k++)
                sum += (uint64_t)x[k * p->a_column] * (uint64_t)y[k * p->b_row];
            out[i * p->n + j] = (int64_t)sum;
        }
    }
}

static bool is_large(const Product *p)
{
    return (double)p->m * (double)p->k * (double)p->n >= BLAS_FROM;
}

void product_multiply(const Product *p, DType dtype, const Tensor *tensor[3], const int64_t at[3])
{
    if (dtype == DTYPE_INT64) {
        multiply_ints(p, tensor_ints(tensor[1]) + at[1], tensor_ints(tensor[2]) + at[2],
                      tensor_ints(tensor[0]) + at[0]);
        return;
    }
    const float *a = tensor_floats(tensor[1]) + at[1], *b = tensor_floats(tensor[2]) + at[2];
    float *out = tensor_floats(tensor[0]) + at[0];
    if (!is_large(p) || !blas_multiply(p, a, b, out)) multiply_plainly(p, a, b, out);
}
