// Large products, by whichever way the processor allows, against sums of doubles.
#include "tensor/matrices/product.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 256 * 256 };

static float a[MOST], b[MOST], added[MOST], out[MOST];

static void fill(float *cells, unsigned seed)
{
    for (int i = 0; i < MOST; i++) {
        seed = seed * 1664525u + 1013904223u;
        cells[i] = (float)(seed >> 8) / (float)(1 << 24) - 0.5f;
    }
}

static double expected(const Product *p, int64_t i, int64_t j)
{
    double sum = 0;
    for (int64_t k = 0; k < p->k; k++) {
        double x = (double)a[i * p->a_row + k * p->a_column];
        sum += x * (double)b[k * p->b_row + j * p->b_column];
    }
    if (!p->adds) return sum;
    return p->alpha * sum + p->beta * (double)added[i * p->added_row + j * p->added_column];
}

static void assert_multiplied(const Product *p)
{
    for (int i = 0; i < MOST; i++) out[i] = NAN;
    product_multiply(p, DTYPE_FLOAT32, &(Factors){.a = a, .b = b, .added = added, .out = out});
    for (int64_t i = 0; i < p->m; i++) {
        for (int64_t j = 0; j < p->n; j++) {
            double right = expected(p, i, j);
            if (fabs((double)out[i * p->n + j] - right) < 1e-4) continue;
            fail_msg("(%d, %d) @ (%d, %d): cell %d, %d is %g, not %g", (int)p->m, (int)p->k,
                     (int)p->k, (int)p->n, (int)i, (int)j, (double)out[i * p->n + j], right);
        }
    }
    for (int64_t i = p->m * p->n; i < MOST; i++) assert_true(isnan(out[i]));
}

// As a linear layer reads them: both factors along their rows.
static Product product_of(int64_t m, int64_t k, int64_t n)
{
    return (Product){.m = m, .k = k, .n = n, .a_row = k, .a_column = 1, .b_row = 1, .b_column = k};
}

// Around each number of rows or columns that are multiplied at a time.
static const int sides[] = {7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 97, 127, 128, 129};

static void test_products_of_any_number_of_rows_and_columns(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        for (int n = 189; n <= 241; n += 13) {
            Product product = product_of(sides[i], 251, n);
            assert_multiplied(&product);
        }
    }
}

static void test_what_is_added_is_multiplied_first(void **state)
{
    (void)state;
    static const double factors[][2] = {{1, 1}, {2, 1}, {1, 0.5}, {-3, 2}, {2, 0}};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        Product product = product_of(65, 101, 203);
        product.adds = true;
        product.alpha = factors[i][0];
        product.beta = factors[i][1];
        product.added_column = 1; // a bias
        assert_multiplied(&product);
        product.added_row = 203; // a matrix
        assert_multiplied(&product);
        product.added_column = 0; // a column
        product.added_row = 2;
        assert_multiplied(&product);
    }
}

static void test_factors_are_read_by_their_strides(void **state)
{
    (void)state;
    Product product = product_of(33, 70, 180);
    product.a_row = 1, product.a_column = 33; // a transposed matrix
    assert_multiplied(&product);
    product.a_row = 2 * 70 + 1, product.a_column = 2; // every other cell
    assert_multiplied(&product);
    product.b_column = 71; // rows that lie apart
    assert_multiplied(&product);
    product.b_row = 180, product.b_column = 1;
    assert_multiplied(&product);
}

static float in_order(const Product *p, int64_t i, int64_t j)
{
    float sum = 0;
    for (int64_t k = 0; k < p->k; k++)
        sum += a[i * p->a_row + k * p->a_column] * b[k * p->b_row + j * p->b_column];
    return sum;
}

static void assert_in_order(const Product *p)
{
    for (int i = 0; i < MOST; i++) out[i] = NAN;
    product_multiply(p, DTYPE_FLOAT32, &(Factors){.a = a, .b = b, .out = out});
    for (int64_t i = 0; i < p->m; i++)
        for (int64_t j = 0; j < p->n; j++)
            if (out[i * p->n + j] != in_order(p, i, j))
                fail_msg("(%d, %d) @ (%d, %d): cell %d, %d is %a, not %a", (int)p->m, (int)p->k,
                         (int)p->k, (int)p->n, (int)i, (int)j, (double)out[i * p->n + j],
                         (double)in_order(p, i, j));
    for (int64_t i = p->m * p->n; i < MOST; i++) assert_true(isnan(out[i]));
}

static void test_cells_of_small_products_are_sums_in_ascending_order(void **state)
{
    (void)state;
    static const int sizes[] = {0, 1, 3, 4, 5, 7, 8, 9, 13, 16, 17, 130};
    static const int count = sizeof sizes / sizeof *sizes;
    for (int at = 0; at < count * count * count; at++) {
        int m = sizes[at % count], k = sizes[at / count % count], n = sizes[at / count / count];
        if ((int64_t)m * k * n >= 64 * 64 * 64) continue;
        Product product = product_of(m, k, n);
        assert_in_order(&product);
        product.a_row = 0; // the same row again and again
        assert_in_order(&product);
        product.a_row = 1, product.a_column = m + 2;
        product.b_row = n + 1, product.b_column = 1;
        assert_in_order(&product);
        product.b_row = 2 * n + 1, product.b_column = 2;
        assert_in_order(&product);
    }
}

static void test_a_single_product_may_be_minus_zero(void **state)
{
    (void)state;
    float x = -1, y = 0, result = 1;
    for (int alone = 0; alone < 2; alone++) {
        Product product = {.m = 1, .k = 1, .n = 1, .alone = alone};
        product_multiply(&product, DTYPE_FLOAT32, &(Factors){.a = &x, .b = &y, .out = &result});
        assert_true(result == 0 && !signbit(result) == !alone);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products_of_any_number_of_rows_and_columns),
        cmocka_unit_test(test_what_is_added_is_multiplied_first),
        cmocka_unit_test(test_factors_are_read_by_their_strides),
        cmocka_unit_test(test_cells_of_small_products_are_sums_in_ascending_order),
        cmocka_unit_test(test_a_single_product_may_be_minus_zero),
    };
    fill(a, 1);
    fill(b, 2);
    fill(added, 3);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
